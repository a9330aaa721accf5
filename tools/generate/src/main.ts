import { runCommandLine } from './command-line.js';

runCommandLine(process.argv.slice(2), process.stdout).catch((error: unknown) => {
  // A reader that stops early, such as `head`, is no failure.
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
