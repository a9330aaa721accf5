import { runCommandLine } from './command-line.js';

runCommandLine(process.argv.slice(2), process.stdout).then(
  (foundNothing) => {
    process.exitCode = foundNothing ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
