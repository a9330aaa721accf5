import {
  CHECKER_NAMES,
  CHECKER_VARIABLES,
  namesOf,
  variablesOf,
  WEBHOOK_VARIABLES,
} from '@dialproof/checkers/settings';
import { EXIT_CODES, ScriptFailure } from './failure.js';

/** All but evidence, which needs a database. */
export const CHECKERS = CHECKER_NAMES.filter((name) => name !== 'evidence');

/** The settings that the script takes. A cache needs a database too. */
export const VARIABLES = variablesOf(CHECKERS).filter(({ name }) => name !== 'DIALPROOF_CACHE_HOURS');

/** Settings of the example server and of the command line: an environment that is made for both passes. */
const OF_THE_SERVER = [
  'DIALPROOF_HOST',
  'DIALPROOF_DATA_DIR',
  'DIALPROOF_SANDBOX_DELAY_MS',
  'DIALPROOF_CHECK_CONCURRENCY',
  'DIALPROOF_CHECK_ATTEMPTS',
  'DIALPROOF_CHECK_DEADLINE_MS',
  'DIALPROOF_OUTAGE_TIMEOUT_MS',
  'DIALPROOF_MAX_ROWS',
  'DIALPROOF_MAX_UPLOAD_BYTES',
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

const KNOWN = new Set([
  'DIALPROOF_CHECKER',
  ...namesOf([...CHECKER_VARIABLES, ...WEBHOOK_VARIABLES]),
  ...OF_THE_SERVER,
]);

/** Throws {@link ScriptFailure} that names each variable of our prefix that is no setting, such as a misspelt one. */
export function assertKnownSettings(environment: NodeJS.ProcessEnv): void {
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('DIALPROOF_') && !KNOWN.has(name),
  );
  if (unknown.length === 0) return;
  const sentences = unknown.map((name) => `There is no setting ${name}; --help lists those that exist.`);
  throw new ScriptFailure(EXIT_CODES.usage, sentences.join('\n'));
}
