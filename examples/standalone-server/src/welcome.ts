import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeOf } from './settings/service-addresses.js';

export interface WelcomeFacts {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  readonly databaseSchema: string;
  readonly redisUrl: string | null;
  /** Pieces of files that it works on at once. */
  readonly workers: number;
  /** The value of `DIALPROOF_CHECKER`. */
  readonly checker: string;
  /** The first account, if it was made just now. */
  readonly firstAccount: { readonly token: string; readonly credits: number } | undefined;
  /** The paths of the webhooks that are configured. */
  readonly webhookPaths: readonly string[];
}

const SAMPLE_FILE = fileURLToPath(new URL('../sample.csv', import.meta.url));

/** The server's message to the person who has started it. */
export function welcome(facts: WelcomeFacts): string {
  const { checker, dataDirectory, firstAccount, host, port, webhookPaths } = facts;
  const origin = `http://${hostOfUrl(host)}:${port}`;
  const token = firstAccount?.token ?? '$DIALPROOF_TOKEN';
  return [
    `Dialproof is running. ${resultsOf(checker)}`,
    '',
    `  Page          ${origin}/  (sign in with the token, and drop a file)`,
    `  Base address  ${origin}/v1  (requests go to {base}/v1/...; ${origin} works as base address too)`,
    ...tokenLines(firstAccount),
    `  API           ${origin}/docs`,
    `  Data          ${dataDirectory}`,
    ...databaseLines(facts),
    ...(facts.workers === 0 ? ['  Work          none here: files wait for a process of npm run worker'] : []),
    ...webhookPaths.map((path) => `  Webhook       ${origin}${path}`),
    '',
    'Paste these into another terminal: one number, a file, its result.',
    '',
    ...curlLines(origin, token, join(dataDirectory, 'task.json')),
    '',
    'Ctrl+C stops the server.',
  ].join('\n');
}

/** The addresses of the services that a process uses. */
export function databaseLines({
  databaseSchema,
  databaseUrl,
  redisUrl,
}: Pick<WelcomeFacts, 'databaseSchema' | 'databaseUrl' | 'redisUrl'>): string[] {
  if (databaseUrl === null) return [];
  return [
    `  Database      PostgreSQL at ${placeOf(databaseUrl)}, schema ${databaseSchema}`,
    ...(redisUrl === null ? [] : [`  Queue         Redis at ${placeOf(redisUrl)}`]),
  ];
}

function resultsOf(checker: string): string {
  const names = checker.split(',').map((name) => name.trim());
  if (names.includes('sandbox')) {
    return 'Its results are MADE UP by the sandbox: they say nothing about real numbers.';
  }
  if (names.every((name) => name === 'evidence')) {
    return 'Its checker is evidence: nobody else is asked or paid. Numbers that you have not seen on an app are unknown, and charged like every answer.';
  }
  return `Its checker is ${names.join(', then ')}: numbers that you send are asked about there, which may cost money.`;
}

function tokenLines(firstAccount: WelcomeFacts['firstAccount']): string[] {
  if (firstAccount === undefined) {
    return [
      '  Token         yours: only hashes of tokens are kept, so it cannot be shown again',
      '                a new one: export DIALPROOF_TOKEN=$(npm run -s account -- create --credits 25 | tail -n 1)',
    ];
  }
  const credits = firstAccount.credits.toLocaleString('en');
  return [
    `  Token         ${firstAccount.token}`,
    `                of the first account, with ${credits} credits; shown this once, since only its hash is kept`,
  ];
}

/** Each line can be pasted, in any folder. The second keeps the task's id in a file, where the third finds it. */
function curlLines(base: string, token: string, taskFile: string): string[] {
  const authorization = `-H "Authorization: Bearer ${token}"`;
  const idFromFile = `$(sed 's/.*"task_id":"\\([^"]*\\)".*/\\1/' ${quoted(taskFile)})`;
  return [
    `curl -sS -w '\\n' ${base}/v1/verify ${authorization} -H 'Content-Type: application/json' -d '{"phone":"+1 415-555-0100"}'`,
    '',
    `curl -sS -w '\\n' ${base}/v1/verify/batch ${authorization} -F ${quoted(`file=@${formPath(SAMPLE_FILE)}`)} | tee ${quoted(taskFile)}`,
    '',
    // Too early is 409 task_not_done, so curl asks again until there is something to download.
    `curl -sf --retry 60 --retry-delay 1 --retry-all-errors ${base}/v1/verify/tasks/${idFromFile}/download ${authorization}`,
  ];
}

/** The name under which a server that listens there is reached from this machine. */
function hostOfUrl(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Quoted as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Quoted as a file name for curl's -F, where commas and semicolons have a meaning outside of quotes. */
function formPath(path: string): string {
  return /[",;\\]/.test(path) ? `"${path.replaceAll(/["\\]/g, '\\$&')}"` : path;
}
