import { type DialproofError, isDialproofError } from '../../dialproof-error.js';
import { duration } from '../terminal/format.js';
import { withOptionNames } from '../terminal/note-line.js';
import { asSentence, printable } from '../terminal/output.js';
import { CommandFailure, EXIT_CODES } from './failure.js';
import { unreachable } from './unreachable.js';

const SIGN_IN: ReadonlySet<string> = new Set(['not_authenticated', 'account_suspended', 'forbidden']);
const CREDITS: ReadonlySet<string> = new Set([
  'insufficient_credits',
  'max_credits_exceeded',
  'daily_limit_reached',
]);
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'connection_failed',
  'timed_out',
  'unexpected_reply',
  'download_damaged',
  'too_many_requests',
]);

/** The remedies for codes whose hint has none. */
const ADVICE: Readonly<Record<string, string>> = {
  not_authenticated: 'This token is not valid. Sign in with dialproof login.',
  account_suspended: 'This account is suspended. Ask whoever runs the server.',
  insufficient_credits: 'You do not have enough credits. dialproof credits shows them.',
  task_not_found: 'There is no such task. dialproof tasks lists yours.',
  list_not_found: 'There is no such list. dialproof lists shows yours.',
  task_not_done: 'The task has not ended yet. dialproof watch waits for it.',
  not_found: 'The server has nothing at this address. Check --url.',
  not_supported: 'This server cannot do that.',
  checker_unauthorized: 'The number checker refuses the credentials of the server.',
  checker_suspended: 'The account at the number checker is suspended.',
  checker_out_of_funds: 'The account at the number checker has no funds left.',
  sandbox_outage: 'The sandbox simulates an outage for this number.',
  storage_unavailable: 'The server cannot reach its storage at present.',
  internal_error: 'Something went wrong at the server.',
};

/** Converts an error of the client to the end of the program; returns other errors unchanged. `url`: the address of the server. */
export function failureOf(error: unknown, url?: string): unknown {
  if (!isDialproofError(error)) return error;
  const sentence = url === undefined ? undefined : unreachable(error, url);
  return new CommandFailure(exitCodeOf(error), sentence ?? sentenceOf(error));
}

function exitCodeOf({ code, status }: DialproofError): number {
  if (SIGN_IN.has(code)) return EXIT_CODES.signIn;
  if (CREDITS.has(code)) return EXIT_CODES.credits;
  return UNAVAILABLE.has(code) || (status ?? 0) >= 500 ? EXIT_CODES.unavailable : EXIT_CODES.refused;
}

/** A sentence with the code, to look it up or to write to the operator. */
export function sentenceOf({ code, hint, requestId, retryAfterMs }: DialproofError): string {
  const advice = ADVICE[code];
  const detail = hint === undefined ? undefined : asSentence(withOptionNames(printable(hint)));
  const later = retryAfterMs === undefined ? undefined : `Try again in ${duration(retryAfterMs)}.`;
  const said = advice ?? (detail === undefined ? 'The server refused this.' : undefined);
  const reference = requestId === undefined ? `(${code})` : `(${code}, request ${requestId})`;
  return [said, detail, later, reference].filter((part) => part !== undefined).join(' ');
}
