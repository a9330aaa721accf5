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
  /** A code that signs in to the page as the first account, once. */
  readonly signInCode: string | undefined;
  /** The paths of the webhooks that are configured. */
  readonly webhookPaths: readonly string[];
}

type Style = 'bold' | 'yellow';
const CODES: Readonly<Record<Style, number>> = { bold: 1, yellow: 33 };

/** The server's message to the person who has started it. `isColoured`: for a terminal. */
export function welcome(facts: WelcomeFacts, isColoured = false): string {
  const { checker, dataDirectory, firstAccount, webhookPaths } = facts;
  const paint = (style: Style, text: string) => (isColoured ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text);
  const origin = originOf(facts);
  return [
    `${paint('bold', 'Dialproof is running.')} ${paint('yellow', resultsOf(checker))}`,
    '',
    ...pageLines(facts, (text) => paint('bold', text)),
    `  API    ${paint('bold', `${origin}/v1`)}  described at ${origin}/docs`,
    `  Data   ${dataDirectory}`,
    ...databaseLines(facts),
    ...(facts.workers === 0 ? ['  Work   none here: files wait for a process of npm run worker'] : []),
    ...webhookPaths.map((path) => `  Hook   ${origin}${path}`),
    '',
    ...tokenLines(firstAccount),
    `curl -w '\\n' ${origin}/v1/verify -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'Content-Type: application/json' -d '{"phone":"+1 415-555-0100"}'`,
    '',
    'A file and its result: npm start -- --examples',
    'Ctrl+C stops the server.',
  ].join('\n');
}

/** With a link that signs in, or with the page's address alone. */
function pageLines(facts: WelcomeFacts, emphasized: (text: string) => string): string[] {
  const page = `${originOf(facts)}/`;
  if (facts.signInCode === undefined) {
    return [`  Page   ${emphasized(page)}  sign in with the token and drop a file`];
  }
  return [
    `  Page   ${emphasized(`${page}#/sign-in/${facts.signInCode}`)}`,
    '         signs in once, within an hour; later, sign in with the token',
  ];
}

/** The addresses of the services that a process uses. */
export function databaseLines({
  databaseSchema,
  databaseUrl,
  redisUrl,
}: Pick<WelcomeFacts, 'databaseSchema' | 'databaseUrl' | 'redisUrl'>): string[] {
  if (databaseUrl === null) return [];
  return [
    `  Rows   PostgreSQL at ${placeOf(databaseUrl)}, schema ${databaseSchema}`,
    ...(redisUrl === null ? [] : [`  Queue  Redis at ${placeOf(redisUrl)}`]),
  ];
}

function resultsOf(checker: string): string {
  const names = checker.split(',').map((name) => name.trim());
  if (names.includes('sandbox')) return 'Results are MADE UP by the sandbox.';
  if (names.every((name) => name === 'evidence')) {
    return 'It answers from evidence alone: other numbers are unknown, and charged like every answer.';
  }
  return `Its checker is ${names.join(', then ')}: checks may cost money there.`;
}

function tokenLines(firstAccount: WelcomeFacts['firstAccount']): string[] {
  if (firstAccount === undefined) {
    return [
      'Your token was shown at the first start; only its hash is kept. A new account:',
      '',
      'TOKEN=$(npm run -s account -- create --credits 25 | tail -n 1)',
    ];
  }
  return [
    `Your token has ${firstAccount.credits.toLocaleString('en')} credits and is shown only now. In another terminal:`,
    '',
    `TOKEN=${firstAccount.token}`,
  ];
}

/** The address under which a server that listens there is reached from this machine. */
export function originOf({ host, port }: Pick<WelcomeFacts, 'host' | 'port'>): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
