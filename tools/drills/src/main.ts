import { runCommandLine } from './command-line.js';

runCommandLine(process.argv.slice(2), (line) => console.log(line)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
