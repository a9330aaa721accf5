import { runOperatorCommand, withStorage } from '../commands/operator-command.js';
import { doAccountCommand } from './account-actions.js';
import { ACCOUNT_HELP, readAccountCommand } from './account-command.js';
import { withGivenToken } from './given-token.js';

runOperatorCommand('account', async () => {
  const named = readAccountCommand(process.argv.slice(2), process.env['DIALPROOF_TOKEN']);
  const command = await withGivenToken(named, process.stdin);
  if (command.name === 'help') return console.log(ACCOUNT_HELP);
  await withStorage(async (storage) => {
    for (const line of await doAccountCommand(storage, command)) console.log(line);
  });
});
