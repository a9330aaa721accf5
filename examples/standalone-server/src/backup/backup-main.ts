import { callersPath, runOperatorCommand } from '../commands/operator-command.js';
import { readSettings } from '../settings/settings.js';
import { BACKUP_HELP, backUp, readFileArgument } from './backup-command.js';

runOperatorCommand('backup', async () => {
  const file = readFileArgument(process.argv.slice(2));
  if (file === undefined) return console.log(BACKUP_HELP);
  // Which checker the server uses is none of a command's business.
  const { dataDirectory } = readSettings({ ...process.env, NODE_ENV: '' });
  for (const line of await backUp(dataDirectory, callersPath('backup', file))) console.log(line);
});
