import { commandSettings, runOperatorCommand } from '../commands/operator-command.js';
import { doMigrateCommand, MIGRATE_HELP, readMigrateCommand } from './migrate-command.js';

runOperatorCommand('migrate', async () => {
  const command = readMigrateCommand(process.argv.slice(2));
  if (command.name === 'help') return console.log(MIGRATE_HELP);
  for (const line of await doMigrateCommand(commandSettings(), command)) console.log(line);
});
