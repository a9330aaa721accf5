import { hostOf } from '../settings/setting-variable.js';
import type { Settings } from '../settings/settings.js';
import type { CommandLine } from './run-program.js';
import { addressPrefix, needsDatabaseUrl, storagePrefix } from './settings-prefix.js';

type ShownSettings = Pick<
  Settings,
  'auditLog' | 'databaseSchema' | 'databaseUrl' | 'dataDirectory' | 'host' | 'port' | 'redisUrl' | 'workers'
>;

export interface WelcomeFacts extends ShownSettings {
  /** The names of its checkers; none for a checker of the host's own. */
  readonly checkers: readonly string[];
  /** The first account, if it was made just now. */
  readonly firstAccount: { readonly token: string; readonly credits: number } | undefined;
  /** A code that signs in to the page as the first account, once. */
  readonly signInCode: string | undefined;
  /** The paths of the receivers that are configured. */
  readonly receiverPaths: readonly string[];
  readonly commandLine: CommandLine;
  /** The variables that the settings were read from. */
  readonly environment: NodeJS.ProcessEnv;
}

type Style = 'bold' | 'dim' | 'yellow';
type Paint = (style: Style, text: string) => string;
const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, yellow: 33 };

/** The server's message to the person who has started it. `isColoured`: for a terminal. */
export function welcome(facts: WelcomeFacts, isColoured = false): string {
  const { checkers, commandLine, environment, firstAccount, receiverPaths } = facts;
  const paint: Paint = (style, text) => (isColoured ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text);
  const origin = originOf(facts);
  return [
    `${paint('bold', 'Dialproof is running.')} ${paint('yellow', resultsOf(checkers))}`,
    '',
    pageLine(facts, paint),
    `  API    ${paint('bold', `${origin}/v1`)}  ${paint('dim', `reference: ${origin}/docs`)}`,
    tokenLine(facts),
    ...databaseLines(facts),
    ...(facts.workers === 0 ? [`  Work   none here: files wait for a worker: ${commandLine('worker')}`] : []),
    ...receiverPaths.map((path) => `  Hook   ${origin}${path}`),
    '  Stop   Ctrl+C',
    '',
    `TOKEN=${firstAccount?.token ?? newToken(facts)}`,
    `curl -w '\\n' ${origin}/v1/verify -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'Content-Type: application/json' -d '{"phone":"+1 415-555-0100"}'`,
    '',
    paint(
      'dim',
      `A file and its result: ${addressPrefix(facts, environment)}${commandLine('start', '--examples')}`,
    ),
  ].join('\n');
}

/** Makes another account with a token for trying out, inside a line of a shell. */
function newToken(facts: WelcomeFacts): string {
  const command = facts.commandLine('account', 'create --credits 25');
  return `$(${storagePrefix(facts, facts.environment)}${command} | tail -n 1)`;
}

/** With a link that signs in, or with the page's address alone. */
function pageLine(facts: WelcomeFacts, paint: Paint): string {
  const page = `${originOf(facts)}/`;
  return facts.signInCode === undefined
    ? `  Page   ${paint('bold', page)}  ${paint('dim', 'sign in with the token')}`
    : `  Page   ${paint('bold', `${page}#/sign-in/${facts.signInCode}`)}  ${paint('dim', 'signs in once')}`;
}

function tokenLine(facts: WelcomeFacts): string {
  const { environment, firstAccount } = facts;
  if (firstAccount !== undefined) {
    return `  Token  below, shown only now, with ${firstAccount.credits.toLocaleString('en')} credits`;
  }
  const where = needsDatabaseUrl(facts, environment) ? ' where DATABASE_URL is set' : '';
  return `  Token  was shown at the first start; the first line below makes another${where}`;
}

/** The addresses of the services that a process uses. */
export function databaseLines({
  databaseSchema,
  databaseUrl,
  redisUrl,
}: Pick<WelcomeFacts, 'databaseSchema' | 'databaseUrl' | 'redisUrl'>): string[] {
  if (databaseUrl === null) return [];
  return [
    `  Rows   PostgreSQL at ${hostOf(databaseUrl)}, schema ${databaseSchema}`,
    ...(redisUrl === null ? [] : [`  Queue  Redis at ${hostOf(redisUrl)}`]),
  ];
}

function resultsOf(names: readonly string[]): string {
  if (names.length === 0) return 'Its checker is its host’s own.';
  if (names.includes('sandbox')) return 'Results are MADE UP by the sandbox.';
  if (names.every((name) => name === 'evidence')) {
    return 'It answers from evidence alone: other numbers are unknown, and charged like every answer.';
  }
  return `Its checker is ${names.join(', then ')}: checks may cost money there.`;
}

/** The address under which a server that listens there is reached from this machine. */
export function originOf({ host, port }: Pick<WelcomeFacts, 'host' | 'port'>): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
