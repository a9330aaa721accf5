import { DialproofError } from './errors.js';

export interface EmailAddress {
  /** As it was given, without surrounding space. */
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

/** What changes an account's credits: they were given, or a hold was charged. Old charges may be summed up by month. */
export const CREDIT_ENTRY_KINDS = ['grant', 'charge', 'charges_of_month'] as const;
export type CreditEntryKind = (typeof CREDIT_ENTRY_KINDS)[number];
