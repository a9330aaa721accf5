import { randomUUID } from 'node:crypto';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Who is charged. It comes from the authenticator; its form is the host's. */
export type AccountId = Branded<'AccountId'>;

/** One uploaded file on its way. A random UUID: knowing one tells nothing about another. */
export type TaskId = Branded<'TaskId'>;

/** One hold in the ledger, named by whoever makes it, so that making it again can be recognised. */
export type HoldId = Branded<'HoldId'>;

export function accountId(value: string): AccountId {
  if (value === '') throw new TypeError('an account id must not be empty');
  // The brand is put on here, at the edge, and nowhere else.
  return value as AccountId;
}

export function newTaskId(): TaskId {
  return randomUUID() as string as TaskId;
}

/** A task id that came from outside: any text is accepted, since a wrong one is simply not found. */
export function taskId(value: string): TaskId {
  // The brand says what the text is used for; the store decides whether it exists.
  return value as TaskId;
}

const TASK_HOLD = 'task:';

/** The hold of a task; the same task always gives the same hold, which makes holding and settling repeatable. */
export function taskHoldId(task: TaskId): HoldId {
  return `${TASK_HOLD}${task}` as HoldId;
}

/** The task whose hold it is, undefined for the hold of a single verification: what a host writes beside a charge. */
export function taskOfHold(hold: HoldId): TaskId | undefined {
  return hold.startsWith(TASK_HOLD) ? taskId(hold.slice(TASK_HOLD.length)) : undefined;
}

/**
 * The hold of a single verification that begins at `now`, in milliseconds since 1970. The time comes first, as in RFC 9562's
 * version 7: a store that keeps holds in the order of their ids then adds each behind the last, for half the work.
 */
export function newVerificationHoldId(now: number): HoldId {
  return `verify:${now.toString(16).padStart(12, '0')}-${randomUUID()}` as HoldId;
}
