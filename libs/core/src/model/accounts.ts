import { DialproofError } from './errors.js';

export interface EmailAddress {
  /** The address as given, without surrounding space. */
  readonly address: string;
  /** The spelling that has to be unique: equal for all spellings of the same address. */
  readonly key: string;
}

/** RFC 5321, section 4.5.3.1: an address of more octets cannot be mailed. */
const MAX_BYTES = 254;

// One @, with text before it and a name of at least two labels behind it. A stricter pattern would refuse addresses that exist; only a mail
// shows whether one does.
const ADDRESS = /^[^\s@\p{C}]+@[^\s@.\p{C}]+(?:\.[^\s@.\p{C}]+)+$/u;

/** Reads an email address as a person typed it. Throws `invalid_email`. */
export function readEmailAddress(text: string): EmailAddress {
  const address = text.trim();
  if (Buffer.byteLength(address) > MAX_BYTES || !ADDRESS.test(address)) {
    throw new DialproofError('invalid_email', { hint: 'an address like name@example.com is expected' });
  }
  return { address, key: address.normalize('NFC').toLowerCase() };
}

/**
 * The scopes of a token. No scope includes another: `read` shows tasks, results, credits and webhooks, `verify` checks single
 * numbers, `batch` submits files and cancels, retries and deletes tasks, `admin` changes webhooks, and makes, lists and revokes tokens.
 */
export const SCOPES = ['read', 'verify', 'batch', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

/** The kinds of changes of an account's credits: a grant or a charge. Old charges may be summed up by month. */
export const CREDIT_ENTRY_KINDS = ['grant', 'charge', 'charges_of_month'] as const;
export type CreditEntryKind = (typeof CREDIT_ENTRY_KINDS)[number];

/**
 * The most credits that requests with these credentials may set aside. A file sets aside what its task holds, a single check one credit.
 * Whole numbers, 0 or more.
 */
export interface CreditCaps {
  /** The most that one file may hold, and one retry. Absent: any number. */
  readonly maxCreditsPerTask?: number;
  /** The cap for a day. Absent: no cap. It needs the option `creditCounts` of the service. */
  readonly day?: DailyCap;
}

/** The most credits from midnight to midnight UTC. */
export interface DailyCap {
  readonly maxCredits: number;
  /** The name of the count: credentials of one name share it, each with its own `maxCredits`. Unique over all accounts. */
  readonly countedAs: string;
}
