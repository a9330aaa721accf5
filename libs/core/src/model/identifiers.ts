import { createHash } from 'node:crypto';
import type { ConsentDate } from './reassigned.js';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** A phone number in E.164: `+`, then 7 to 15 digits that do not begin with 0. Only {@link e164} makes it. */
export type E164 = Branded<'E164'>;

const SHAPE = /^\+[1-9]\d{6,14}$/;

/** The text as a number if it has the shape of one, else undefined. */
export function e164(text: string): E164 | undefined {
  // The only place that sets the brand, after the shape was tested.
  return SHAPE.test(text) ? (text as E164) : undefined;
}

/** The account that is charged. It comes from the authenticator; the host decides its form. */
export type AccountId = Branded<'AccountId'>;

/** The id of a task: a UUID, random or of {@link keyedTaskId}. One id reveals nothing about another. */
export type TaskId = Branded<'TaskId'>;

/** The id of a hold in the ledger. Its caller chooses the id, so that a repeat is recognised. */
export type HoldId = Branded<'HoldId'>;

const MAX_ACCOUNT_ID_CHARS = 255;

/** NUL, which PostgreSQL cannot store in text, and unpaired surrogates, which UTF-8 all encodes as the same character. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * An account id that came from the host: text of 1 to 255 characters without NUL and unpaired surrogates, or a safe integer, which becomes
 * its decimal text. Anything else throws TypeError: an id such as `undefined` would put everybody into one account.
 */
export function accountId(value: string | number): AccountId {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (
    typeof text !== 'string' ||
    text === '' ||
    text.length > MAX_ACCOUNT_ID_CHARS ||
    UNSTORABLE.test(text)
  ) {
    throw new TypeError(
      `an account id is text of 1 to ${MAX_ACCOUNT_ID_CHARS} characters or a safe integer, not ${shown(value)}`,
    );
  }
  // The only place that sets the brand.
  return text as AccountId;
}

function shown(value: unknown): string {
  if (typeof value === 'string')
    return value === '' ? 'an empty text' : `a text of ${value.length} characters`;
  return typeof value === 'number' ? String(value) : value === null ? 'null' : typeof value;
}

/**
 * The task id of an account's upload with this key, such as an `Idempotency-Key`: always the same, so that a repeat finds the task. It
 * has the form of a UUID of RFC 9562's version 8.
 */
export function keyedTaskId(account: AccountId, key: string): TaskId {
  return taskId(keyedUuid('task', account, key));
}

/**
 * The id of the webhook that a request of the account makes: always the same, so that a repeat finds the webhook. It has the form of a
 * UUID.
 */
export function keyedWebhookId(account: AccountId, requestId: string): string {
  return keyedUuid('webhook', account, requestId);
}

/** The id of the list that a request of the account makes: always the same, so that a repeat finds the list. It has the form of a UUID. */
export function keyedListId(account: AccountId, requestId: string): string {
  return keyedUuid('list', account, requestId);
}

/** The task id of a run of a list: always the same for one run, so that no process begins it a second time. `run` is unique in the list. */
export function listTaskId(account: AccountId, listId: string, run: string): TaskId {
  return taskId(keyedUuid('list run', account, `${listId}\0${run}`));
}

function keyedUuid(kind: string, account: AccountId, key: string): string {
  const hex = digestOf(kind, account, key);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** No account id contains NUL, so no two pairs of account and key have the same text. */
function digestOf(kind: string, account: AccountId, key: string): string {
  return createHash('sha256').update(`${kind}\0${account}\0${key}`).digest('hex');
}

/** A task id from outside: any text is accepted, since a wrong id is simply not found. */
export function taskId(value: string): TaskId {
  // The brand only states the use of the text. The store decides whether the task exists.
  return value as TaskId;
}

const TASK_HOLD = 'task:';
const RUN = '#';

/**
 * The hold of a task's run; the first run is 1, and each retry adds one. The same run always has the same hold, so holding and settling can
 * be repeated.
 */
export function taskHoldId(task: TaskId, run: number): HoldId {
  return `${TASK_HOLD}${task}${run === 1 ? '' : `${RUN}${run}`}` as HoldId;
}

/** A run of a task. Each run has one hold. */
export interface TaskRun {
  readonly taskId: TaskId;
  readonly run: number;
}

/** The run of a {@link taskHoldId}, undefined for the hold of a single verification. */
export function taskRunOfHold(hold: HoldId): TaskRun | undefined {
  if (!hold.startsWith(TASK_HOLD)) return undefined;
  const [task = '', run = '1'] = hold.slice(TASK_HOLD.length).split(RUN);
  return { taskId: taskId(task), run: Number(run) };
}

/** The task of a hold, undefined for the hold of a single verification. A host can show it beside a charge. */
export function taskOfHold(hold: HoldId): TaskId | undefined {
  return taskRunOfHold(hold)?.taskId;
}

/**
 * The hold of a single verification that begins at `now`, in milliseconds since 1970. The time comes first, as in RFC 9562's version 7: a
 * store that keeps holds in the order of their ids then appends each one, which is half the work.
 */
export function verificationHoldId(now: number, uuid: string): HoldId {
  return `verify:${now.toString(16).padStart(12, '0')}-${uuid}` as HoldId;
}

/** A single verification that may be repeated. The same request id with another number, or another date of consent, is another request. */
export interface KeyedVerification {
  readonly accountId: AccountId;
  readonly requestId: string;
  readonly phone: E164;
  readonly date?: ConsentDate | undefined;
}

/** The hold of one attempt of a single verification with a request id. It is always the same, so that a repeat is not charged again. */
export function keyedVerificationHoldId(request: KeyedVerification, attempt: number): HoldId {
  const { accountId, date, phone, requestId } = request;
  // No number and no date contains NUL.
  const asked = `${requestId}\0${phone}${date === undefined ? '' : `\0${date}`}`;
  const digest = digestOf('verify', accountId, asked);
  return `verify:${digest}#${attempt}` as HoldId;
}
