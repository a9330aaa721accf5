import type * as Settings from '@dialproof/checkers/settings';
import { wrongCommandLine } from '../command-line/read-arguments.js';
import { loadPeers } from './peer-packages.js';

/** Settings of the example server and of the command line: an environment for them is valid for `--local` too. */
const OTHERS = [
  'DIALPROOF_HOST',
  'DIALPROOF_DATA_DIR',
  'DIALPROOF_SANDBOX_DELAY_MS',
  'DIALPROOF_CHECK_CONCURRENCY',
  'DIALPROOF_CHECK_ATTEMPTS',
  'DIALPROOF_CHECK_DEADLINE_MS',
  'DIALPROOF_OUTAGE_TIMEOUT_MS',
  'DIALPROOF_MAX_ROWS',
  'DIALPROOF_MAX_UPLOAD_BYTES',
  'DIALPROOF_INTAKE_THREADS',
  'DIALPROOF_NEUTRALIZE_FORMULAS',
  'DIALPROOF_IDLE_TIMEOUT_MS',
  'DIALPROOF_REGISTRATION',
  'DIALPROOF_NEW_ACCOUNT_CREDITS',
  'DIALPROOF_FIRST_ACCOUNT_CREDITS',
  'DIALPROOF_TASK_RETENTION_DAYS',
  'DIALPROOF_MAX_UNFINISHED_TASKS',
  'DIALPROOF_MAX_STORED_BYTES',
  'DIALPROOF_MAX_DAILY_TASKS',
  'DIALPROOF_MAX_DOWNLOADS',
  'DIALPROOF_MAX_ACCOUNT_DOWNLOADS',
  'DIALPROOF_MIN_DOWNLOAD_BYTES_PER_SECOND',
  'DIALPROOF_CORS_ORIGINS',
  'DIALPROOF_CREDITS_LOW',
  'DIALPROOF_WEBHOOK_NETWORKS',
  'DIALPROOF_RATES',
  'DIALPROOF_PROXIES',
  'DIALPROOF_SHUTDOWN_TIMEOUT_MS',
  'DIALPROOF_METRICS',
  'DIALPROOF_AUDIT_LOG',
  'DIALPROOF_LOG_LEVEL',
  'DIALPROOF_TOKEN',
  'DIALPROOF_URL',
  'DIALPROOF_DATABASE_SCHEMA',
  'DIALPROOF_DATABASE_CONNECTIONS',
  'DIALPROOF_MIGRATE',
  'DIALPROOF_WORKERS',
  'DIALPROOF_PROCESSES',
  'DIALPROOF_REDIS_PREFIX',
  'DIALPROOF_LEASE_MS',
  'DIALPROOF_WORKER_HOST',
  'DIALPROOF_WORKER_PORT',
];

/** Throws a `CommandFailure` that names each unknown variable with our prefix, such as a misspelt one. */
export function assertKnownSettings(
  env: Readonly<Record<string, string | undefined>>,
  { CHECKER_VARIABLES, namesOf, WEBHOOK_VARIABLES }: typeof Settings,
): void {
  const known = new Set([
    'DIALPROOF_CHECKER',
    ...namesOf([...CHECKER_VARIABLES, ...WEBHOOK_VARIABLES]),
    ...OTHERS,
  ]);
  const unknown = Object.keys(env).filter((name) => name.startsWith('DIALPROOF_') && !known.has(name));
  if (unknown.length === 0) return;
  const sentences = unknown.map((name) => `There is no setting ${name}.`);
  throw wrongCommandLine(`${sentences.join('\n')}\ndialproof file --local --help lists the settings.`);
}

/** The text of `--local --help` below the help of the command. */
export async function localHelp(): Promise<string> {
  return settingsHelp((await loadPeers()).settings);
}

/** The settings that `--local` reads. */
export function settingsHelp({ CHECKER_NAMES, variablesOf }: typeof Settings): string {
  // Observations and cached answers are kept in a database.
  const checkers = CHECKER_NAMES.filter((name) => name !== 'evidence');
  const variables = variablesOf(checkers).filter(({ name }) => name !== 'DIALPROOF_CACHE_HOURS');
  const width = Math.max(...variables.map(({ name }) => name.length));
  return [
    'With --local, DIALPROOF_CHECKER names the checker, or several of a chain with commas; without it, the',
    `sandbox makes the answers up. There are ${checkers.join(', ')}.`,
    'These variables set them. A secret may be in a file, whose path is in the variable with _FILE behind its name.',
    '',
    ...variables.map(({ name, meaning }) => `  ${name.padEnd(width)}  ${meaning}`),
  ].join('\n');
}
