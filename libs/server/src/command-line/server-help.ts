import { credentialLines, WEBHOOK_VARIABLES } from '@dialproof/checkers/settings';
import { WEBHOOK_PATHS } from '../evidence/webhooks.js';
import { DATABASE_URL, KNOWN_ANSWERS_KEY, REDIS_URL } from '../settings/service-addresses.js';
import { SETTING_VARIABLES } from '../settings/settings.js';
import type { CommandLine } from './command-names.js';

/** The text of `--help`. */
export function serverHelp(commandLine: CommandLine): string {
  const rows = Object.values(SETTING_VARIABLES);
  const others = [DATABASE_URL, REDIS_URL, KNOWN_ANSWERS_KEY, ...WEBHOOK_VARIABLES];
  const names = [...rows.map(({ variable }) => variable), ...others.map(({ name }) => name)];
  const width = Math.max(...names.map((name) => name.length));
  const line = ({ name, meaning }: { readonly meaning: string; readonly name: string }) =>
    `  ${name.padEnd(width)}  ${meaning}`;
  return [
    `Starts the Dialproof server: ${commandLine('start')}`,
    '',
    'Settings come from environment variables. Files lie where DIALPROOF_DATA_DIR says, nowhere else.',
    '',
    ...rows.map(
      ({ variable, meaning, fallback }) => `  ${variable.padEnd(width)}  ${meaning} (default ${fallback})`,
    ),
    line(DATABASE_URL),
    line(REDIS_URL),
    line(KNOWN_ANSWERS_KEY),
    '',
    'DIALPROOF_CHECKER is one of these names. Its credentials are in the variables behind it; each may be in a file: the path is in the variable with _FILE behind its name.',
    '',
    ...credentialLines(),
    '',
    'Several checkers, prices, limits and an API of your own are in a checkers.json: see docs/checkers.md.',
    'The checker evidence knows only numbers that you have seen on an app: alone, it answers unknown for all others, which is charged. Put it first in a chain.',
    '',
    `Webhooks that record evidence, for the checker of that name: ${Object.values(WEBHOOK_PATHS).join(', ')}. Their secrets, likewise:`,
    '',
    ...WEBHOOK_VARIABLES.map(line),
    '',
    `Lines for curl:            ${commandLine('start', '--examples')}`,
    `Workers are started with:  ${commandLine('worker')}, over the same DATABASE_URL`,
    `Tables are migrated with:  ${commandLine('migrate', '--help')}`,
    `Accounts are managed with: ${commandLine('account', '--help')}`,
    `Evidence is managed with:  ${commandLine('evidence', '--help')}`,
    `Backups are made with:     ${commandLine('backup', 'FILE')}, and restored with: ${commandLine('restore', 'FILE')}`,
  ].join('\n');
}
