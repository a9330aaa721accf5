import { constants } from 'node:os';
import { resolve } from 'node:path';
import { runOperatorCommand, Stopped, withStorage } from '../operator-command.js';
import { IMPORT_HELP, readImportCommand } from './import-command.js';
import { importEvidence } from './import-evidence.js';
import { importProgress } from './import-progress.js';

runOperatorCommand('import-evidence', async () => {
  const command = readImportCommand(process.argv.slice(2));
  if (command.name === 'help') return console.log(IMPORT_HELP);
  const file = resolve(callersFolder(), command.file);
  const signal = stopSignal();
  await withStorage(async ({ observations }) => {
    const progress = importProgress(process.stderr);
    try {
      const request = { file, options: command.options, signal, onProgress: progress.show };
      const lines = await importEvidence(observations, request);
      progress.stop();
      for (const line of lines) console.log(line);
    } finally {
      progress.stop();
    }
  });
});

/** Aborted on Ctrl+C and SIGTERM. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const sentence = 'Stopped. What was recorded stays: import the file again for the rest.';
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new Stopped(constants.signals[name], sentence)));
  }
  return stop.signal;
}

/** npm runs a script in the root folder; the file is named as seen from where npm was called. */
function callersFolder(): string {
  const { INIT_CWD, npm_lifecycle_event } = process.env;
  return npm_lifecycle_event === 'import-evidence' && INIT_CWD !== undefined ? INIT_CWD : '.';
}
