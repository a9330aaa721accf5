import { counted, DialproofError } from './errors.js';

export interface EmailAddress {
  /** The address as given, without surrounding space. */
  readonly address: string;
  /** The normalised form that has to be unique: equal for all spellings of the same address. */
  readonly key: string;
}

/** RFC 5321, section 4.5.3.1: an address of more octets cannot be mailed. */
const MAX_BYTES = 254;

// One @, with text before it and a name of at least two labels behind it. A stricter pattern would refuse existing addresses; only a mail
// shows whether one exists.
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

/** The most credits that requests with these credentials may hold: a file for its task, a single check one. Whole numbers, 0 or more. */
export interface CreditCaps {
  /** The most credits that one file, or one retry, may hold. Absent: any number. */
  readonly maxCreditsPerTask?: number;
  /** The cap for a day. Absent: no cap. It needs the option `creditCounts` of the service. */
  readonly day?: DailyCap;
}

/** The most credits from midnight to midnight UTC. */
export interface DailyCap {
  readonly maxCredits: number;
  /** The name of the count. Credentials with the same name share it, each with its own `maxCredits`. Unique over all accounts. */
  readonly countedAs: string;
}

/** The bytes of a task besides its row blocks and chunks, so that files with hardly any rows are bounded too. */
export const STORED_TASK_BYTES = 1_024;

/** The usage of an account in the store at this moment. Drafts do not count, since uploads have their own limit. */
export interface AccountUsage {
  /** Tasks that have not ended. A retry counts once it was resumed. */
  readonly unfinishedTasks: number;
  /** The row blocks and chunks of its tasks, and {@link STORED_TASK_BYTES} for each task, in bytes. */
  readonly storedBytes: number;
  /** Tasks that were queued since midnight UTC by the store's time, including removed ones. Retries do not count. */
  readonly tasksToday: number;
  /** Milliseconds until the next midnight UTC by the store's time: more than 0, at most a day. */
  readonly dayEndsInMs: number;
}

/** The bounds of an account, including the task that is to be queued. */
export interface AccountBounds {
  readonly maxUnfinishedTasks: number;
  readonly maxStoredBytes: number;
  readonly maxTasksPerDay: number;
}

const DAY_MS = 86_400_000;

/** The UTC day of a moment in milliseconds since 1970: the day's number since 1970, and the milliseconds until the next day. */
export function utcDayOf(moment: number): { readonly day: number; readonly endsInMs: number } {
  const day = Math.floor(moment / DAY_MS);
  return { day, endsInMs: (day + 1) * DAY_MS - moment };
}

/** The pause before another try: a task of the account may have ended by then. */
const RETRY_AFTER_MS = 30_000;

/**
 * Throws when the account has no room for one more task of this many bytes: `too_many_requests` for the number of tasks, otherwise
 * `stored_bytes_exceeded`. Stores use it, and {@link assertTaskWithin}, so that all give the same hints.
 */
export function assertFileWithin(usage: AccountUsage, bounds: AccountBounds, addedBytes: number): void {
  // The day is checked first: its pause is longer, and the error has only one pause.
  assertDayWithin(usage, bounds);
  assertTaskWithin(usage, bounds);
  assertBytesWithin(usage, bounds, addedBytes);
}

/** Throws `too_many_requests` when the account has the most unfinished tasks that are allowed. */
export function assertTaskWithin(
  { unfinishedTasks }: AccountUsage,
  { maxUnfinishedTasks }: AccountBounds,
): void {
  if (unfinishedTasks < maxUnfinishedTasks) return;
  throw new DialproofError('too_many_requests', {
    hint: `the account has ${counted(unfinishedTasks, 'unfinished task')}, and ${counted(maxUnfinishedTasks, 'is', 'are')} allowed; wait until one has ended`,
    retryAfterMs: RETRY_AFTER_MS,
  });
}

function assertDayWithin({ dayEndsInMs, tasksToday }: AccountUsage, { maxTasksPerDay }: AccountBounds): void {
  if (tasksToday < maxTasksPerDay) return;
  throw new DialproofError('too_many_requests', {
    hint: `the account has queued ${counted(tasksToday, 'task')} since midnight UTC, and ${counted(maxTasksPerDay, 'a day is', 'a day are')} allowed; deleted ones count`,
    retryAfterMs: dayEndsInMs,
  });
}

function assertBytesWithin(
  { storedBytes }: AccountUsage,
  { maxStoredBytes }: AccountBounds,
  addedBytes: number,
): void {
  if (storedBytes + addedBytes <= maxStoredBytes) return;
  throw new DialproofError('stored_bytes_exceeded', {
    hint: `the tasks of the account take ${counted(storedBytes, 'byte')}, and ${counted(maxStoredBytes, 'is', 'are')} allowed; delete tasks that are no longer needed`,
  });
}
