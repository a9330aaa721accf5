import { runOperatorCommand, withStorage } from '../commands/operator-command.js';
import { doAccountCommand } from './account-actions.js';
import { ACCOUNT_HELP, readAccountCommand } from './account-command.js';

runOperatorCommand('account', async () => {
  const command = readAccountCommand(process.argv.slice(2));
  if (command.name === 'help') return console.log(ACCOUNT_HELP);
  await withStorage(async (storage) => {
    for (const line of await doAccountCommand(storage, command)) console.log(line);
  });
});
