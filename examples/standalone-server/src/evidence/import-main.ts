import { constants } from 'node:os';
import { resolve } from 'node:path';
import { isDialproofError } from '@dialproof/core';
import { openDataDirectory } from '../data-directory.js';
import { readSettings } from '../settings.js';
import { StartRefusal } from '../start-refusal.js';
import { openStorage } from '../storage.js';
import { UsageError } from '../usage-error.js';
import { IMPORT_HELP, readImportCommand } from './import-command.js';
import { importEvidence } from './import-evidence.js';
import { importProgress } from './import-progress.js';

/** A signal that ends the import, with the number that shells add 128 to. */
class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super('Stopped. What was recorded stays: import the file again for the rest.');
    this.exitCode = 128 + constants.signals[signal];
  }
}

async function main(): Promise<void> {
  const command = readImportCommand(process.argv.slice(2));
  if (command.name === 'help') return console.log(IMPORT_HELP);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop.abort(new Stopped(signal)));
  }
  // The checker that the server uses is none of this command's business.
  const settings = readSettings({ ...process.env, NODE_ENV: '' });
  const storage = await openStorage(openDataDirectory(settings.dataDirectory).databaseFile, settings);
  const progress = importProgress(process.stderr);
  try {
    const lines = await importEvidence(storage.observations, {
      file: resolve(callersFolder(), command.file),
      options: command.options,
      signal: stop.signal,
      onProgress: progress.show,
    });
    progress.stop();
    for (const line of lines) console.log(line);
  } finally {
    progress.stop();
    await storage.database.close();
  }
}

/** npm runs a script in the root folder; the file is named as seen from where npm was called. */
function callersFolder(): string {
  const { INIT_CWD, npm_lifecycle_event } = process.env;
  return npm_lifecycle_event === 'import-evidence' && INIT_CWD !== undefined ? INIT_CWD : '.';
}

function explain(error: unknown): unknown {
  if (error instanceof UsageError) return `${error.message} See: npm run -s import-evidence -- --help`;
  if (error instanceof StartRefusal || error instanceof Stopped) return error.message;
  return isDialproofError(error, 'storage_unavailable')
    ? `The database cannot be used: ${error.hint}.`
    : error;
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = error instanceof UsageError ? 2 : error instanceof Stopped ? error.exitCode : 1;
});
