declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Who is charged. It comes from the authenticator; its form is the host's. */
export type AccountId = Branded<'AccountId'>;

/** One uploaded file on its way. A random UUID: knowing one tells nothing about another. */
export type TaskId = Branded<'TaskId'>;

/** One hold in the ledger, named by whoever makes it, so that making it again can be recognised. */
export type HoldId = Branded<'HoldId'>;

const MAX_ACCOUNT_ID_CHARS = 255;

/**
 * An account id that came from the host: text of 1 to 255 characters without NUL, or a safe integer, which becomes its decimal text.
 * Anything else throws TypeError: of ids such as `undefined`, one account would be made of everybody.
 */
export function accountId(value: string | number): AccountId {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text.length > MAX_ACCOUNT_ID_CHARS || text.includes('\0')) {
    throw new TypeError(
      `an account id is text of 1 to ${MAX_ACCOUNT_ID_CHARS} characters or a safe integer, not ${shown(value)}`,
    );
  }
  // The brand is put on here, at the edge, and nowhere else.
  return text as AccountId;
}

function shown(value: unknown): string {
  if (typeof value === 'string')
    return value === '' ? 'an empty text' : `a text of ${value.length} characters`;
  return typeof value === 'number' ? String(value) : value === null ? 'null' : typeof value;
}

export function newTaskId(): TaskId {
  return crypto.randomUUID() as string as TaskId;
}

/** A task id that came from outside: any text is accepted, since a wrong one is simply not found. */
export function taskId(value: string): TaskId {
  // The brand says what the text is used for; the store decides whether it exists.
  return value as TaskId;
}

const TASK_HOLD = 'task:';
const RUN = '#';

/**
 * The hold of a task's run, 1 being the first and each retry one more. The same run always gives the same hold, which makes holding
 * and settling repeatable.
 */
export function taskHoldId(task: TaskId, run: number): HoldId {
  return `${TASK_HOLD}${task}${run === 1 ? '' : `${RUN}${run}`}` as HoldId;
}

/** The task whose hold it is, undefined for the hold of a single verification: what a host writes beside a charge. */
export function taskOfHold(hold: HoldId): TaskId | undefined {
  if (!hold.startsWith(TASK_HOLD)) return undefined;
  const [task = ''] = hold.slice(TASK_HOLD.length).split(RUN, 1);
  return taskId(task);
}

/**
 * The hold of a single verification that begins at `now`, in milliseconds since 1970. The time comes first, as in RFC 9562's
 * version 7: a store that keeps holds in the order of their ids then adds each behind the last, for half the work.
 */
export function newVerificationHoldId(now: number): HoldId {
  return `verify:${now.toString(16).padStart(12, '0')}-${crypto.randomUUID()}` as HoldId;
}
