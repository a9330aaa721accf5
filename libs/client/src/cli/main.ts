#!/usr/bin/env node
import { constants } from 'node:os';
import { CommandFailure } from './failure.js';
import { runProgram } from './program.js';
import { settingsFileOf } from './settings/settings-file.js';

async function main(): Promise<void> {
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => interrupt.abort(new CommandFailure(128 + constants.signals[name], 'Stopped.')));
  }
  // Whoever closes the pipe ends what writes to it, which the write itself tells.
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
  // A terminal that was asked keeps the process.
  process.stdin.unref?.();
}

main();
