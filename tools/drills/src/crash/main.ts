import { runCommandLine } from './command-line.js';

// So that the server, which is killed when this process exits, does not outlive a drill that is broken off.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

runCommandLine(process.argv.slice(2), (line) => console.log(line)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
