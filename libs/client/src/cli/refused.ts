import { type DialproofError, isDialproofError } from '../dialproof-error.js';
import { CommandFailure, EXIT_CODES } from './failure.js';
import { duration } from './terminal/numbers.js';
import { printable } from './terminal/style.js';

const SIGN_IN: ReadonlySet<string> = new Set(['not_authenticated', 'account_suspended', 'forbidden']);
const CREDITS: ReadonlySet<string> = new Set(['insufficient_credits', 'max_credits_exceeded']);
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'connection_failed',
  'timed_out',
  'unexpected_reply',
  'download_damaged',
  'too_many_requests',
]);

/** The remedies for codes whose hint has none. */
const ADVICE: Readonly<Record<string, string>> = {
  not_authenticated: 'The server does not know this token. Sign in with dialproof login.',
  account_suspended: 'The account is suspended: ask whoever runs the server.',
  insufficient_credits: 'There are not enough credits. dialproof credits shows them.',
  task_not_found: 'There is no such task. dialproof tasks lists yours.',
  task_not_done: 'The task is not done.',
  not_supported: 'This server cannot do that.',
  checker_unauthorized: 'The checker refuses the credentials that it is given.',
  checker_suspended: 'The account at the checker is suspended.',
  checker_out_of_funds: 'The account at the checker has no funds left.',
  sandbox_outage: 'The sandbox makes an outage up, for a number that asks for it.',
  storage_unavailable: 'What has to be kept cannot be written or read at present.',
  internal_error: 'Something went wrong inside.',
};

/** The end of the program for an error of the client; other errors unchanged. */
export function failureOf(error: unknown): unknown {
  if (!isDialproofError(error)) return error;
  return new CommandFailure(exitCodeOf(error), sentenceOf(error));
}

function exitCodeOf({ code, status }: DialproofError): number {
  if (SIGN_IN.has(code)) return EXIT_CODES.signIn;
  if (CREDITS.has(code)) return EXIT_CODES.credits;
  return UNAVAILABLE.has(code) || (status ?? 0) >= 500 ? EXIT_CODES.unavailable : EXIT_CODES.refused;
}

/** One sentence with the code, to look it up or to write to the operator. */
export function sentenceOf({ code, hint, requestId, retryAfterMs }: DialproofError): string {
  const said = ADVICE[code] ?? (hint === undefined ? 'That was refused.' : asSentence(printable(hint)));
  const detail = ADVICE[code] !== undefined && hint !== undefined ? ` ${asSentence(printable(hint))}` : '';
  const later = retryAfterMs === undefined ? '' : ` Try again in ${duration(retryAfterMs)}.`;
  return `${said}${detail}${later} (${[code, ...(requestId === undefined ? [] : [`request ${requestId}`])].join(', ')})`;
}

function asSentence(hint: string): string {
  return `${hint.charAt(0).toUpperCase()}${hint.slice(1).replace(/\.$/, '')}.`;
}
