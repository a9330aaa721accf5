import type * as Settings from '@dialproof/checkers/settings';
import { wrongCommandLine } from '../failures/failure.js';
import { loadPeers } from './peer-packages.js';

const DAY_MS = 86_400_000;

/** The settings of the example server that `--local` reads too, with the same bounds. All are whole numbers. */
const SERVICE_NUMBERS = [
  { name: 'DIALPROOF_CHECK_CONCURRENCY', of: 'service', option: 'checkConcurrency', least: 1, most: 100_000 },
  { name: 'DIALPROOF_CHECK_ATTEMPTS', of: 'service', option: 'checkAttempts', least: 1, most: 100 },
  { name: 'DIALPROOF_CHECK_DEADLINE_MS', of: 'service', option: 'checkDeadlineMs', least: 1, most: DAY_MS },
  {
    name: 'DIALPROOF_CHECK_DEADLINE_PER_NUMBER_MS',
    of: 'service',
    option: 'checkDeadlinePerNumberMs',
    least: 0,
    most: DAY_MS,
  },
  { name: 'DIALPROOF_SANDBOX_DELAY_MS', of: 'sandbox', option: 'delayMs', least: 0, most: DAY_MS },
  {
    name: 'DIALPROOF_OUTAGE_TIMEOUT_MS',
    of: 'service',
    option: 'outageTimeoutMs',
    least: 1,
    most: 2_147_483_647,
  },
  { name: 'DIALPROOF_MAX_ROWS', of: 'service', option: 'maxRows', least: 1, most: 1_048_576 },
  {
    name: 'DIALPROOF_MAX_UPLOAD_BYTES',
    of: 'tables',
    option: 'maxFileBytes',
    least: 1,
    most: 1_099_511_627_776,
  },
] as const;

/** For the help. */
const MEANINGS: Readonly<Record<(typeof SERVICE_NUMBERS)[number]['name'], string>> = {
  DIALPROOF_CHECK_CONCURRENCY: 'checks at once (default 100)',
  DIALPROOF_CHECK_ATTEMPTS: 'tries of a check that fails (default 3)',
  DIALPROOF_CHECK_DEADLINE_MS: 'milliseconds after which a check has failed (default 10000)',
  DIALPROOF_CHECK_DEADLINE_PER_NUMBER_MS:
    'milliseconds that each further number of a call with many adds to that (default 50)',
  DIALPROOF_SANDBOX_DELAY_MS: 'milliseconds of each check of the sandbox (default 0)',
  DIALPROOF_OUTAGE_TIMEOUT_MS:
    'milliseconds after which a file fails that waits for its checker (default 300000)',
  DIALPROOF_MAX_ROWS: 'rows that a file may have (default 100000)',
  DIALPROOF_MAX_UPLOAD_BYTES: 'bytes that a file may have (default 104857600)',
};

const NEUTRALIZE_FORMULAS = {
  name: 'DIALPROOF_NEUTRALIZE_FORMULAS',
  meaning: 'on: cells like formulas get an apostrophe in a CSV result (default off)',
} as const;

type Setting = (typeof SERVICE_NUMBERS)[number];

/**
 * The options of the service, its tables or the sandbox that {@link SERVICE_NUMBERS} set. Throws a `CommandFailure` that names a setting
 * which is no such number.
 */
export function serviceNumbers<Part extends Setting['of']>(
  env: Readonly<Record<string, string | undefined>>,
  part: Part,
): { readonly [Name in Extract<Setting, { readonly of: Part }>['option']]?: number } {
  const given = SERVICE_NUMBERS.flatMap(({ least, most, name, of, option }) => {
    const written = env[name] ?? '';
    if (of !== part || written === '') return [];
    const number = Number(written);
    if (!/^\d+$/.test(written) || number < least || number > most)
      throw wrongCommandLine(`${name} is "${written}", expected a whole number from ${least} to ${most}.`);
    return [[option, number] as const];
  });
  // The rows say which options a part has.
  return Object.fromEntries(given) as never;
}

/** Whether cells like formulas get an apostrophe. Throws a `CommandFailure` for anything but `on` and `off`. */
export function neutralizesFormulas(env: Readonly<Record<string, string | undefined>>): boolean {
  const written = env[NEUTRALIZE_FORMULAS.name] || 'off';
  if (written !== 'on' && written !== 'off')
    throw wrongCommandLine(`${NEUTRALIZE_FORMULAS.name} is "${written}", expected on or off.`);
  return written === 'on';
}

/**
 * Throws a `CommandFailure` that names each unknown variable of checks and checkers: with a misspelt one, the sandbox would make the
 * results up, or a price would not count. Other variables may be settings of a server.
 */
export function assertKnownSettings(
  env: Readonly<Record<string, string | undefined>>,
  { CHECKER_VARIABLES }: typeof Settings,
): void {
  const known = [
    'DIALPROOF_CHECKER',
    'DIALPROOF_CHECKERS_FILE',
    ...CHECKER_VARIABLES,
    ...SERVICE_NUMBERS.map(({ name }) => name),
  ];
  // `DIALPROOF_TWILIO_` and the like.
  const ofCheckers = CHECKER_VARIABLES.map((name) => `${name.split('_', 2).join('_')}_`);
  // `DIALPROOF_CHECK_` and `DIALPROOF_CHECKER`, also misspelt. `DIALPROOF_CHARGE_` is a setting of a server.
  const isChecked = (name: string) =>
    ['DIALPROOF_CHE', ...ofCheckers].some((prefix) => name.startsWith(prefix));
  const unknown = Object.keys(env).filter((name) => isChecked(name) && !known.includes(name));
  if (unknown.length === 0) return;
  const sentences = unknown.map((name) => `There is no setting ${name}.`);
  throw wrongCommandLine(`${sentences.join('\n')}\ndialproof file --local --help lists the settings.`);
}

/** The text of `--local --help` below the help of the command. */
export async function localHelp(): Promise<string> {
  return settingsHelp((await loadPeers()).settings);
}

/** The settings that `--local` reads. */
export function settingsHelp({ credentialLines }: typeof Settings): string {
  const variables = [
    ...SERVICE_NUMBERS.map(({ name }) => ({ name, meaning: MEANINGS[name] })),
    NEUTRALIZE_FORMULAS,
  ];
  const width = Math.max(...variables.map(({ name }) => name.length));
  return [
    'With --local, DIALPROOF_CHECKER names the checker; without it, the sandbox makes the answers up. The variables behind',
    'a name hold its credentials; each may be in a file, whose path is in the variable with _FILE behind its name.',
    '',
    // Observations are kept in a database.
    ...credentialLines().filter((line) => line !== '  evidence'),
    '',
    'DIALPROOF_CHECKERS_FILE is the path of a checkers.json, instead of DIALPROOF_CHECKER: several checkers, their prices and limits.',
    'These variables set the rest:',
    '',
    ...variables.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`),
  ].join('\n');
}
