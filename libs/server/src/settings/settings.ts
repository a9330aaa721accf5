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
  ANSWERS_KEY,
  choice,
  DATABASE_URL,
  REDIS_URL,
  readAnswersKey,
  readServiceAddress,
  type Setting,
  StartRefusal,
  text,
  variableOf,
  wholeNumber,
} from './setting-variable.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const DAY_MS = 86_400_000;

/** Every setting. `--help` and the README show this table, the audit log their values: none is a secret. */
const SETTINGS = {
  port: wholeNumber(3_000, [0, 65_535], 'TCP port; 0 picks a free one'),
  host: text('127.0.0.1', 'address to listen on; 0.0.0.0 for every IPv4 address'),
  dataDirectory: text('./data', 'folder of the database; created if missing'),
  checker: text('sandbox', 'checker of numbers; the sandbox makes results up'),
  checkersFile: text('none', 'path of a checkers.json, instead of `DIALPROOF_CHECKER`'),
  sandboxDelayMs: wholeNumber(0, [0, DAY_MS], 'milliseconds that a check by the sandbox takes'),
  checkConcurrency: wholeNumber(100, [1, 100_000], 'concurrent calls to the checker'),
  checkAttempts: wholeNumber(3, [1, 100], 'failed checks after which a number of a file is `unknown`'),
  checkDeadlineMs: wholeNumber(
    10_000,
    [1, DAY_MS],
    'milliseconds after which a check without an answer has failed',
  ),
  checkDeadlinePerNumberMs: wholeNumber(
    50,
    [0, DAY_MS],
    'milliseconds added to that for each further number in a call',
  ),
  outageTimeoutMs: wholeNumber(DAY_MS, [1, DAY_MS], 'milliseconds after which a waiting task fails'),
  maxRows: wholeNumber(100_000, [1, 1_048_576], 'rows that a file may have'),
  maxUploadBytes: wholeNumber(104_857_600, [1, 1_099_511_627_776], 'bytes that a file may have'),
  neutralizeFormulas: choice(
    'off',
    ['off', 'on'],
    'whether formulas in CSV results get an apostrophe by default',
  ),
  idleTimeoutMs: wholeNumber(30_000, [100, DAY_MS], 'milliseconds after which a silent transfer is aborted'),
  registration: choice(
    'loopback',
    ['loopback', 'open', 'closed'],
    'whether POST /v1/accounts opens accounts; `loopback`: only while the server listens on this machine alone',
  ),
  newAccountCredits: wholeNumber(0, [0, 1_000_000_000], 'credits of an account opened that way'),
  firstAccountCredits: wholeNumber(
    1_000_000,
    [0, 1_000_000_000],
    'credits of the account that is made at the first start',
  ),
  taskRetentionDays: wholeNumber(
    30,
    [0, 3_650],
    'days that an ended task and the answer of a single check are kept; 0 keeps them until they are deleted',
  ),
  holdRetentionDays: wholeNumber(7, [2, 3_650], 'days in which a repeated single check is not charged again'),
  chargeDetailDays: wholeNumber(
    400,
    [0, 36_500],
    'days after which the charges of a month become one entry; 0 keeps every entry',
  ),
  maxUnfinishedTasks: wholeNumber(1_000, [1, 1_000_000], 'unfinished tasks of an account; one more is 429'),
  maxStoredBytes: wholeNumber(
    2_147_483_648,
    [1, 1_099_511_627_776],
    'bytes that the tasks of an account may take in the database; more are 409',
  ),
  maxDailyTasks: wholeNumber(
    10_000,
    [1, 1_000_000_000],
    'tasks of an account in a day in UTC, deleted ones included; one more is 429',
  ),
  maxDownloads: wholeNumber(64, [1, 100_000], 'downloads that this process serves at once; one more is 503'),
  maxAccountDownloads: wholeNumber(10, [1, 100_000], 'downloads of an account at once; one more is 429'),
  corsOrigins: text('none', 'origins whose pages may call the API, separated by commas; * for any'),
  creditsLow: wholeNumber(
    0,
    [0, 1_000_000_000],
    'available credits below which webhooks get `credits.low`; 0: never',
  ),
  webhookNetworks: text(
    'none',
    'private networks that webhooks may be sent to, separated by commas: 10.0.0.0/8',
  ),
  rates: rates(
    'verify=1000/s,files=120/min,other=1000/s,failedSignIns=60/min,registrations=60/h',
    'limits on the requests of an account, and on failed sign-ins and registrations from an address. `verify=5/s` changes one, `verify=off` removes it; `off` removes all',
  ),
  proxies: wholeNumber(0, [0, 10], 'proxies in front that add to X-Forwarded-For; limits by address need it'),
  shutdownTimeoutMs: wholeNumber(
    15_000,
    [1, DAY_MS],
    'milliseconds that a shutdown may take before it is forced',
  ),
  metrics: choice(
    'off',
    ['off', 'on'],
    'whether GET /metrics has metrics for Prometheus, for anyone who can reach the port',
  ),
  auditLog: text(
    'audit.log',
    'file of the audit log, in the data folder; `-` is stderr, `off` records nothing',
  ),
  logLevel: choice('info', LOG_LEVELS, 'lowest level that is logged'),
  ...MANY_MACHINES,
} as const satisfies Record<string, Setting<unknown>>;

// Object.keys forgets the type of the keys.
const NAMES = Object.keys(SETTINGS) as readonly (keyof typeof SETTINGS)[];

/** Every setting with its name and its variable. */
export const SETTING_VARIABLES = NAMES.map((name) => ({
  name,
  variable: variableOf(name),
  ...SETTINGS[name],
}));

/**
 * The settings of the server; `--help` describes them. `dataDirectory` is absolute. The server uses `checkers`; the audit log has `checker`
 * and `checkersFile`.
 */
export type Settings = {
  readonly [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']>;
} & {
  /** The PostgreSQL database, null for the embedded file. A secret. */
  readonly databaseUrl: string | null;
  /** The Redis beside it, null where there is none. A secret. */
  readonly redisUrl: string | null;
  /** The key of the hashes of numbers in answers of single checks, null if the database keeps one. A secret. */
  readonly answersKey: string | null;
  /** Reads the settings of the checkers, with their secrets. Throws CheckerSettingsError for wrong ones. */
  readonly checkers: () => Checkers;
  /** The variables of `CHECKER_VARIABLES` that are set, unchanged: credentials and secrets of webhooks. */
  readonly secretSettings: Readonly<Record<string, string | undefined>>;
};

/** Variables of our prefix that others read: the curl lines that the server prints, and the command line. */
const OTHER_VARIABLES = ['DIALPROOF_TOKEN', 'DIALPROOF_URL'];

const SECRETS = [ANSWERS_KEY.name, `${ANSWERS_KEY.name}_FILE`];

const shape = z.object(
  // One entry for each variable, which Object.fromEntries cannot express.
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['schema'];
  },
);

/**
 * Reads the settings from environment variables. One that is missing or empty has its default. Throws a StartRefusal that names each
 * unknown or bad variable. It also throws one in production if no checker is named, since the sandbox, which makes answers up, would be
 * used.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const entries = SETTING_VARIABLES.map(
    ({ fallback, name, variable }) => [name, environment[variable] || fallback] as const,
  );
  const { data, error } = shape.safeParse(Object.fromEntries(entries));
  const problems = [...unknownVariables(environment), ...(error?.issues ?? []).map(problemOf)];
  const databaseUrl = readServiceAddress(DATABASE_URL, environment, problems);
  const redisUrl = readServiceAddress(REDIS_URL, environment, problems);
  const answersKey = readAnswersKey(environment, problems);
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
    answersKey,
    checkers,
    secretSettings,
  });
}

function problemOf({ message, path }: z.core.$ZodIssue): string {
  return `${variableOf(String(path[0]))} ${message}`;
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
    ...Object.keys(SETTINGS).map(variableOf),
    ...CHECKER_VARIABLES,
    ...SECRETS,
    ...OTHER_VARIABLES,
  ];
  return Object.keys(environment)
    .filter((name) => name.startsWith('DIALPROOF_') && !known.includes(name))
    .map((name) => `There is no setting ${name}; --help lists those that exist.`);
}
