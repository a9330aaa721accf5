#!/usr/bin/env node
import { constants } from 'node:os';
import { CommandFailure } from './failures/failure.js';
import { runProgram } from './program.js';
import { settingsFileOf } from './settings/settings-file.js';
import { SHOW_CURSOR } from './terminal/progress.js';

/** npm passes on a Ctrl+C that the terminal has already sent to every process: two signals so close are one. */
const SAME_SIGNAL_MS = 500;

async function main(): Promise<void> {
  let interruptedAt = 0;
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const exitCode = 128 + constants.signals[name];
    process.on(name, () => {
      if (interrupt.signal.aborted) {
        // A second interrupt ends the program at once.
        if (performance.now() - interruptedAt > SAME_SIGNAL_MS) leave(exitCode);
        return;
      }
      interruptedAt = performance.now();
      interrupt.abort(new CommandFailure(exitCode, 'Stopped.'));
    });
  }
  // A closed pipe ends the writing, which the write itself reports.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const exitCode = await runProgram(process.argv.slice(2), {
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: interrupt.signal,
    settingsFile: settingsFileOf(process.env, process.platform),
  });
  process.exitCode = exitCode;
  // A terminal that was read would keep the process alive.
  process.stdin.unref?.();
}

/** Ends at once, also in the middle of a bar, which has hidden the cursor. */
function leave(exitCode: number): never {
  if (process.stderr.isTTY && process.env['TERM'] !== 'dumb') process.stderr.write(`${SHOW_CURSOR}\n`);
  process.exit(exitCode);
}

main();
