import {
  CHECKER_NAMES,
  CHECKER_VARIABLES,
  type CheckerVariable,
  WEBHOOK_VARIABLES,
} from '@dialproof/checkers/settings';
import { WEBHOOK_PATHS } from '../evidence/webhooks.js';
import { DATABASE_URL, REDIS_URL } from '../settings/service-addresses.js';
import { SETTING_VARIABLES } from '../settings/settings.js';
import type { CommandLine } from './command-names.js';

/** The text of `--help`. */
export function serverHelp(commandLine: CommandLine): string {
  const rows = Object.values(SETTING_VARIABLES);
  const others = [DATABASE_URL, REDIS_URL, ...CHECKER_VARIABLES, ...WEBHOOK_VARIABLES];
  const names = [...rows.map(({ variable }) => variable), ...others.map(({ name }) => name)];
  const width = Math.max(...names.map((name) => name.length));
  const line = ({ name, meaning }: Pick<CheckerVariable, 'meaning' | 'name'>) =>
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
    '',
    `Checkers: ${CHECKER_NAMES.join(', ')}. What they need; a secret may be in a file: the path is in the variable with _FILE behind its name.`,
    'The checker evidence knows only numbers that you have seen on an app: alone, it answers unknown for all others, which is charged. Put it first in a chain: evidence,twilio.',
    '',
    ...CHECKER_VARIABLES.map(line),
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
