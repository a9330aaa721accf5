import { isDialproofError } from '@dialproof/core';
import { doAccountCommand } from './account-actions.js';
import { ACCOUNT_HELP, readAccountCommand } from './account-command.js';
import { openDataDirectory } from './data-directory.js';
import { readSettings } from './settings.js';
import { StartRefusal } from './start-refusal.js';
import { openStorage } from './storage.js';
import { UsageError } from './usage-error.js';

async function main(): Promise<void> {
  const command = readAccountCommand(process.argv.slice(2));
  if (command.name === 'help') return console.log(ACCOUNT_HELP);
  // What the server does with numbers is none of this command's business, so neither is the choice of a checker.
  const settings = readSettings({ ...process.env, NODE_ENV: '' });
  const storage = await openStorage(openDataDirectory(settings.dataDirectory).databaseFile, settings);
  try {
    for (const line of await doAccountCommand(storage, command)) console.log(line);
  } finally {
    await storage.database.close();
  }
}

function explain(error: unknown): unknown {
  if (error instanceof UsageError) return `${error.message} See: npm run -s account -- --help`;
  if (error instanceof StartRefusal) return error.message;
  return isDialproofError(error, 'storage_unavailable')
    ? `The database cannot be used: ${error.hint}.`
    : error;
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
