import { withOperatorAudit } from '../audit/operator-audit.js';
import {
  assertEmbedded,
  callersPath,
  commandSettings,
  runOperatorCommand,
} from '../commands/operator-command.js';
import { openDataDirectory } from '../storage/data-directory.js';
import { RESTORE_HELP, readFileArgument, restore } from './backup-command.js';

runOperatorCommand('restore', async () => {
  const file = readFileArgument(process.argv.slice(2));
  if (file === undefined) return console.log(RESTORE_HELP);
  const settings = commandSettings();
  assertEmbedded('restore', settings);
  const path = callersPath('restore', file);
  // Also into a new folder, in which the audit log begins.
  openDataDirectory(settings.dataDirectory);
  const lines = await withOperatorAudit(settings, (record) => restore(settings.dataDirectory, path, record));
  for (const line of lines) console.log(line);
});
