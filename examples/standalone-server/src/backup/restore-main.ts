import { callersPath, runOperatorCommand } from '../commands/operator-command.js';
import { readSettings } from '../settings/settings.js';
import { RESTORE_HELP, readFileArgument, restore } from './backup-command.js';

runOperatorCommand('restore', async () => {
  const file = readFileArgument(process.argv.slice(2));
  if (file === undefined) return console.log(RESTORE_HELP);
  // Which checker the server uses is none of a command's business.
  const { dataDirectory } = readSettings({ ...process.env, NODE_ENV: '' });
  for (const line of await restore(dataDirectory, callersPath('restore', file))) console.log(line);
});
