import { withOperatorAudit } from '../audit/operator-audit.js';
import {
  assertEmbedded,
  callersPath,
  commandSettings,
  runOperatorCommand,
} from '../commands/operator-command.js';
import { BACKUP_HELP, backUp, readFileArgument } from './backup-command.js';

runOperatorCommand('backup', async () => {
  const file = readFileArgument(process.argv.slice(2));
  if (file === undefined) return console.log(BACKUP_HELP);
  const settings = commandSettings();
  assertEmbedded('backup', settings);
  const path = callersPath('backup', file);
  const lines = await withOperatorAudit(settings, (record) => backUp(settings.dataDirectory, path, record));
  for (const line of lines) console.log(line);
});
