import { SETTING_VARIABLES } from './settings.js';

/** What `--help` prints. */
export function serverHelp(): string {
  const rows = Object.values(SETTING_VARIABLES);
  const width = Math.max(...rows.map(({ variable }) => variable.length));
  return [
    'Starts the Dialproof example server: npm start',
    '',
    'Settings come from environment variables. Files lie where DIALPROOF_DATA_DIR says, nowhere else.',
    '',
    ...rows.map(
      ({ variable, meaning, fallback }) => `  ${variable.padEnd(width)}  ${meaning} (default ${fallback})`,
    ),
    '',
    'Accounts are managed with: npm run -s account -- --help',
  ].join('\n');
}
