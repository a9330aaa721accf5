import { resolve } from 'node:path';
import {
  CHECKER_VARIABLES,
  CheckerSettingsError,
  type Checkers,
  findCheckers,
} from '@dialproof/checkers/settings';
import { z } from 'zod';
import { rates } from './http-settings.js';
import { MANY_MACHINES, manyMachinesProblems } from './many-machines.js';
import {
  choice,
  DATABASE_URL,
  REDIS_URL,
  readServiceAddress,
  type SettingVariable,
  StartRefusal,
  text,
  wholeNumber,
} from './setting-variable.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const DAY_MS = 86_400_000;

/** Every setting with the variable it comes from. `--help` and the README show this table, the audit log their values: none is a secret. */
export const SETTING_VARIABLES = {
  port: wholeNumber('PORT', 3_000, { min: 0, max: 65_535 }, 'TCP port; 0 takes one that is free'),
  host: text('DIALPROOF_HOST', '127.0.0.1', 'address to listen on; 0.0.0.0 for every IPv4 address'),
  dataDirectory: text('DIALPROOF_DATA_DIR', './data', 'folder of the database; made if missing'),
  checker: text('DIALPROOF_CHECKER', 'sandbox', 'what knows about numbers; the sandbox makes results up'),
  checkersFile: text(
    'DIALPROOF_CHECKERS_FILE',
    'none',
    'path of a checkers.json, instead of `DIALPROOF_CHECKER`',
  ),
  sandboxDelayMs: wholeNumber(
    'DIALPROOF_SANDBOX_DELAY_MS',
    0,
    { min: 0, max: DAY_MS },
    'milliseconds that a check by the sandbox takes',
  ),
  checkConcurrency: wholeNumber(
    'DIALPROOF_CHECK_CONCURRENCY',
    100,
    { min: 1, max: 100_000 },
    'calls of the checker under way at once',
  ),
  checkAttempts: wholeNumber(
    'DIALPROOF_CHECK_ATTEMPTS',
    3,
    { min: 1, max: 100 },
    'failed checks after which a number of a file is `unknown`',
  ),
  checkDeadlineMs: wholeNumber(
    'DIALPROOF_CHECK_DEADLINE_MS',
    10_000,
    { min: 1, max: DAY_MS },
    'milliseconds after which a check without an answer has failed',
  ),
  checkDeadlinePerNumberMs: wholeNumber(
    'DIALPROOF_CHECK_DEADLINE_PER_NUMBER_MS',
    50,
    { min: 0, max: DAY_MS },
    'milliseconds that each further number of a call adds to that',
  ),
  outageTimeoutMs: wholeNumber(
    'DIALPROOF_OUTAGE_TIMEOUT_MS',
    DAY_MS,
    { min: 1, max: DAY_MS },
    'milliseconds after which a waiting task fails',
  ),
  maxRows: wholeNumber(
    'DIALPROOF_MAX_ROWS',
    100_000,
    { min: 1, max: 1_048_576 },
    'rows that a file may have',
  ),
  maxUploadBytes: wholeNumber(
    'DIALPROOF_MAX_UPLOAD_BYTES',
    104_857_600,
    { min: 1, max: 1_099_511_627_776 },
    'bytes that a file may have',
  ),
  neutralizeFormulas: choice(
    'DIALPROOF_NEUTRALIZE_FORMULAS',
    'off',
    ['off', 'on'],
    'whether formulas in CSV results get an apostrophe by default',
  ),
  idleTimeoutMs: wholeNumber(
    'DIALPROOF_IDLE_TIMEOUT_MS',
    30_000,
    { min: 100, max: DAY_MS },
    'milliseconds after which a silent transfer is broken off',
  ),
  registration: choice(
    'DIALPROOF_REGISTRATION',
    'loopback',
    ['loopback', 'open', 'closed'],
    'whether POST /v1/accounts opens accounts; `loopback`: only while the server listens on this machine alone',
  ),
  newAccountCredits: wholeNumber(
    'DIALPROOF_NEW_ACCOUNT_CREDITS',
    0,
    { min: 0, max: 1_000_000_000 },
    'credits of an account opened that way',
  ),
  firstAccountCredits: wholeNumber(
    'DIALPROOF_FIRST_ACCOUNT_CREDITS',
    1_000_000,
    { min: 0, max: 1_000_000_000 },
    'credits of the account that is made at the first start',
  ),
  taskRetentionDays: wholeNumber(
    'DIALPROOF_TASK_RETENTION_DAYS',
    30,
    { min: 0, max: 3_650 },
    'days after its end for which a task is kept, and an answer of a single check after its time; 0 keeps them until they are deleted',
  ),
  holdRetentionDays: wholeNumber(
    'DIALPROOF_HOLD_RETENTION_DAYS',
    7,
    { min: 2, max: 3_650 },
    'days in which the repeat of a single check is not charged again',
  ),
  chargeDetailDays: wholeNumber(
    'DIALPROOF_CHARGE_DETAIL_DAYS',
    400,
    { min: 0, max: 36_500 },
    'days after which the charges of a month become one entry; 0 keeps each',
  ),
  maxUnfinishedTasks: wholeNumber(
    'DIALPROOF_MAX_UNFINISHED_TASKS',
    1_000,
    { min: 1, max: 1_000_000 },
    'unfinished tasks of an account; one more is 429',
  ),
  maxStoredBytes: wholeNumber(
    'DIALPROOF_MAX_STORED_BYTES',
    2_147_483_648,
    { min: 1, max: 1_099_511_627_776 },
    'bytes that the tasks of an account may take in the database; more are 409',
  ),
  maxDailyTasks: wholeNumber(
    'DIALPROOF_MAX_DAILY_TASKS',
    10_000,
    { min: 1, max: 1_000_000_000 },
    'tasks of an account in a day in UTC, deleted ones included; one more is 429',
  ),
  maxDownloads: wholeNumber(
    'DIALPROOF_MAX_DOWNLOADS',
    64,
    { min: 1, max: 100_000 },
    'downloads that this process serves at once; one more is 503',
  ),
  maxAccountDownloads: wholeNumber(
    'DIALPROOF_MAX_ACCOUNT_DOWNLOADS',
    10,
    { min: 1, max: 100_000 },
    'downloads of an account at once; one more is 429',
  ),
  corsOrigins: text(
    'DIALPROOF_CORS_ORIGINS',
    'none',
    'origins whose pages may call the API, with commas; * for every one',
  ),
  creditsLow: wholeNumber(
    'DIALPROOF_CREDITS_LOW',
    0,
    { min: 0, max: 1_000_000_000 },
    'available credits below which webhooks get `credits.low`; 0: never',
  ),
  webhookNetworks: text(
    'DIALPROOF_WEBHOOK_NETWORKS',
    'none',
    'networks of your own that webhooks may be sent to, with commas: 10.0.0.0/8',
  ),
  rates: rates(
    'DIALPROOF_RATES',
    'verify=1000/s,files=120/min,other=1000/s,failedSignIns=60/min,registrations=60/h',
    'requests of an account, failed sign-ins and registrations of an address. `verify=5/s` changes one limit, `verify=off` takes it away; `off` limits nothing',
  ),
  proxies: wholeNumber(
    'DIALPROOF_PROXIES',
    0,
    { min: 0, max: 10 },
    'proxies in front that add to X-Forwarded-For, for the rates of addresses',
  ),
  shutdownTimeoutMs: wholeNumber(
    'DIALPROOF_SHUTDOWN_TIMEOUT_MS',
    15_000,
    { min: 1, max: DAY_MS },
    'milliseconds that a stop may take before it is forced',
  ),
  metrics: choice(
    'DIALPROOF_METRICS',
    'off',
    ['off', 'on'],
    'whether GET /metrics has metrics for Prometheus, for anybody who reaches the port',
  ),
  auditLog: text(
    'DIALPROOF_AUDIT_LOG',
    'audit.log',
    'file of the audit log, in the data folder; `-` is stderr, `off` records nothing',
  ),
  logLevel: choice('DIALPROOF_LOG_LEVEL', 'info', LOG_LEVELS, 'least weight of what is logged'),
  ...MANY_MACHINES,
} as const satisfies Record<string, SettingVariable<unknown>>;

/**
 * The settings of the server; `--help` describes them. `dataDirectory` is absolute. The server uses `checkers`; the audit log has `checker`
 * and `checkersFile`.
 */
export type Settings = {
  readonly [Name in keyof typeof SETTING_VARIABLES]: z.output<(typeof SETTING_VARIABLES)[Name]['schema']>;
} & {
  /** The PostgreSQL database, null for the embedded file. A secret. */
  readonly databaseUrl: string | null;
  /** The Redis beside it, null where there is none. A secret. */
  readonly redisUrl: string | null;
  /** Reads the settings of the checkers, with their secrets. Throws CheckerSettingsError for wrong ones. */
  readonly checkers: () => Checkers;
  /** The variables of `CHECKER_VARIABLES` that are set, unchanged: credentials and secrets of webhooks. */
  readonly secretSettings: Readonly<Record<string, string | undefined>>;
};

/** Variables of our prefix that others read: the curl lines that the server prints, and the command line. */
const OTHER_VARIABLES = ['DIALPROOF_TOKEN', 'DIALPROOF_URL'];

const shape = z.object(
  // One entry for each variable, which Object.fromEntries cannot express.
  Object.fromEntries(Object.entries(SETTING_VARIABLES).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof typeof SETTING_VARIABLES]: (typeof SETTING_VARIABLES)[Name]['schema'];
  },
);

/**
 * Reads the settings from environment variables. One that is missing or empty has its default. Throws a StartRefusal that names each
 * unknown or bad variable. It also throws one in production if no checker is named, since the sandbox, which makes answers up, would be
 * used.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const entries = Object.entries(SETTING_VARIABLES).map(
    ([name, { variable, fallback }]) => [name, environment[variable] || fallback] as const,
  );
  const { data, error } = shape.safeParse(Object.fromEntries(entries));
  const problems = [...unknownVariables(environment), ...(error?.issues ?? []).map((issue) => issue.message)];
  const databaseUrl = readServiceAddress(DATABASE_URL, environment, problems);
  const redisUrl = readServiceAddress(REDIS_URL, environment, problems);
  if (data !== undefined) problems.push(...manyMachinesProblems({ ...data, databaseUrl, redisUrl }));
  const checkers = refusing(() => findCheckers(environment), problems);
  const { NODE_ENV, DIALPROOF_CHECKER, DIALPROOF_CHECKERS_FILE } = environment;
  if (NODE_ENV === 'production' && !DIALPROOF_CHECKER && !DIALPROOF_CHECKERS_FILE) {
    problems.push(
      'With NODE_ENV=production the sandbox, which makes results up, has to be asked for: DIALPROOF_CHECKER=sandbox.',
    );
  }
  if (data === undefined || checkers === undefined || problems.length > 0)
    throw new StartRefusal(problems.join('\n'));
  const secretSettings = Object.fromEntries(
    CHECKER_VARIABLES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const dataDirectory = resolve(data.dataDirectory);
  return Object.freeze({
    ...data,
    dataDirectory,
    databaseUrl,
    redisUrl,
    checkers,
    secretSettings,
  });
}

/** Returns the result of a function. If it throws an error of settings, adds a problem and returns undefined. */
function refusing<Value>(read: () => Value, problems: string[]): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CheckerSettingsError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known = [
    ...Object.values(SETTING_VARIABLES).map(({ variable }) => variable),
    ...CHECKER_VARIABLES,
    ...OTHER_VARIABLES,
  ];
  return Object.keys(environment)
    .filter((name) => name.startsWith('DIALPROOF_') && !known.includes(name))
    .map((name) => `There is no setting ${name}; --help lists those that exist.`);
}
