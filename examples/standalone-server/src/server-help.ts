import { CHECKER_NAMES, CHECKER_VARIABLES } from '@dialproof/checkers/settings';
import { SETTING_VARIABLES } from './settings.js';

/** What `--help` prints. */
export function serverHelp(): string {
  const rows = Object.values(SETTING_VARIABLES);
  const names = [...rows.map(({ variable }) => variable), ...CHECKER_VARIABLES.map(({ name }) => name)];
  const width = Math.max(...names.map((name) => name.length));
  return [
    'Starts the Dialproof example server: npm start',
    '',
    'Settings come from environment variables. Files lie where DIALPROOF_DATA_DIR says, nowhere else.',
    '',
    ...rows.map(
      ({ variable, meaning, fallback }) => `  ${variable.padEnd(width)}  ${meaning} (default ${fallback})`,
    ),
    '',
    `Checkers: ${CHECKER_NAMES.join(', ')}. What they need; a secret may be in a file: the path is in the variable with _FILE behind its name.`,
    '',
    ...CHECKER_VARIABLES.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`),
    '',
    'Accounts are managed with: npm run -s account -- --help',
  ].join('\n');
}
