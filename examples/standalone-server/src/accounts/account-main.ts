import { callersPath, runOperatorCommand, withStorage } from '../commands/operator-command.js';
import { doAccountCommand } from './account-actions.js';
import { ACCOUNT_HELP, type AccountCommand, readAccountCommand } from './account-command.js';
import { withGivenToken } from './given-token.js';

runOperatorCommand('account', async () => {
  const named = readAccountCommand(process.argv.slice(2), process.env['DIALPROOF_TOKEN']);
  const command = fromCallersFolder(await withGivenToken(named, process.stdin));
  if (command.name === 'help') return console.log(ACCOUNT_HELP);
  await withStorage(async (storage, record) => {
    for (const line of await doAccountCommand(storage, command, record)) console.log(line);
  });
});

function fromCallersFolder(command: AccountCommand): AccountCommand {
  return command.name === 'export' ? { ...command, folder: callersPath('account', command.folder) } : command;
}
