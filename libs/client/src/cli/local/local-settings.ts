import type * as Settings from '@dialproof/checkers/settings';
import { wrongCommandLine } from '../failures/failure.js';
import { loadPeers } from './peer-packages.js';

const DAY_MS = 86_400_000;

/** The settings of the example server that `--local` reads too, with the same bounds. All are whole numbers. */
const SERVICE_NUMBERS = [
  { name: 'DIALPROOF_CHECK_CONCURRENCY', least: 1, most: 100_000, meaning: 'checks at once (default 100)' },
  {
    name: 'DIALPROOF_CHECK_ATTEMPTS',
    least: 1,
    most: 100,
    meaning: 'tries of a check that fails (default 3)',
  },
  {
    name: 'DIALPROOF_CHECK_DEADLINE_MS',
    least: 1,
    most: DAY_MS,
    meaning: 'milliseconds after which a check has failed (default 10000)',
  },
  {
    name: 'DIALPROOF_CHECK_DEADLINE_PER_NUMBER_MS',
    least: 0,
    most: DAY_MS,
    meaning: 'milliseconds that each further number of a call with many adds to that (default 50)',
  },
  {
    name: 'DIALPROOF_SANDBOX_DELAY_MS',
    least: 0,
    most: DAY_MS,
    meaning: 'milliseconds of each check of the sandbox (default 0)',
  },
  {
    name: 'DIALPROOF_OUTAGE_TIMEOUT_MS',
    least: 1,
    most: 2_147_483_647,
    meaning: 'milliseconds after which a file fails that waits for its checker (default 300000)',
  },
  {
    name: 'DIALPROOF_MAX_ROWS',
    least: 1,
    most: 1_048_576,
    meaning: 'rows that a file may have (default 100000)',
  },
  {
    name: 'DIALPROOF_MAX_UPLOAD_BYTES',
    least: 1,
    most: 1_099_511_627_776,
    meaning: 'bytes that a file may have (default 104857600)',
  },
] as const;

const NEUTRALIZE_FORMULAS = {
  name: 'DIALPROOF_NEUTRALIZE_FORMULAS',
  meaning: 'on: cells like formulas get an apostrophe in a CSV result (default off)',
} as const;

export type ServiceNumbers = Partial<Record<(typeof SERVICE_NUMBERS)[number]['name'], number>>;

/** Reads {@link SERVICE_NUMBERS}. Throws a `CommandFailure` that names a setting which is no such number. */
export function serviceNumbers(env: Readonly<Record<string, string | undefined>>): ServiceNumbers {
  const numbers: ServiceNumbers = {};
  for (const { least, most, name } of SERVICE_NUMBERS) {
    const written = env[name];
    if (written === undefined || written === '') continue;
    const number = Number(written);
    if (!/^\d+$/.test(written) || number < least || number > most)
      throw wrongCommandLine(`${name} is "${written}", expected a whole number from ${least} to ${most}.`);
    numbers[name] = number;
  }
  return numbers;
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
  const variables = [...SERVICE_NUMBERS, NEUTRALIZE_FORMULAS];
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
