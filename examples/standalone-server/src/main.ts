import { type CommandLine, runCommand } from '@dialproof/server';

const args = process.argv.slice(2);
const { INIT_CWD, npm_lifecycle_event } = process.env;

/** The commands are scripts of package.json in the root of the repository. */
const npmScript: CommandLine = (command, given) => {
  const script = command === 'start' ? 'npm start' : `npm run -s ${command}`;
  return given === undefined ? script : `${script} -- ${given}`;
};

// npm runs a script in the root folder; files are named as seen from where npm was called.
const folder = npm_lifecycle_event === args[0] ? INIT_CWD : undefined;

// A checker of your own goes in here, as `checker`: see docs/own-checker.md.
await runCommand(args, { commandLine: npmScript, ...(folder === undefined ? {} : { folder }) });
