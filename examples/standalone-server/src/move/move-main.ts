import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { withOperatorAudit } from '../audit/operator-audit.js';
import { callersPath, commandSettings, runOperatorCommand } from '../commands/operator-command.js';
import { StartRefusal } from '../settings/start-refusal.js';
import { MOVE_HELP, move, readMoveCommand } from './move-command.js';

runOperatorCommand('move', async () => {
  const command = readMoveCommand(process.argv.slice(2));
  if (command === undefined) return console.log(MOVE_HELP);
  const file = callersPath('move', command.file);
  // Before the audit log, whose folder is that of the database.
  if (!existsSync(file)) throw new StartRefusal(`There is no database ${file}.`);
  const settings = { ...commandSettings(), dataDirectory: dirname(file) };
  const lines = await withOperatorAudit(settings, (record) => move({ ...command, file }, record));
  for (const line of lines) console.log(line);
});
