import type { AccountId, TaskId } from '../../model/identifiers.js';

/** Whether a call is for a single check or a task. */
export type CallPurpose = 'single' | 'batch';

/** Who makes a call. */
export interface CallOrigin {
  readonly purpose: CallPurpose;
  readonly accountId: AccountId;
  /** The chunk of its numbers; null for a single check. */
  readonly chunk: { readonly taskId: TaskId; readonly chunkIndex: number } | null;
}

interface Waiter {
  readonly origin: Pick<CallOrigin, 'chunk'> & {
    /** Undefined for calls of several accounts or of none, which share one turn. */
    readonly accountId: AccountId | undefined;
  };
}

/** The waiting calls of a task, or the single checks of an account. */
type OfTask<Call> = Set<Call>;

/**
 * Calls that wait for their turn. Turns go by account, then by task: whoever was served longest ago is next. Within a task, the first chunk
 * goes before the others: if chunks were served equally, all would end at the same time, and no call could begin before the next chunks are
 * claimed.
 */
export class WaitingCalls<Call extends Waiter> {
  // Maps keep the order of insertion, which is that of the turns.
  readonly #accounts = new Map<AccountId | undefined, Map<TaskId | null, OfTask<Call>>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(call: Call): void {
    const { accountId, chunk } = call.origin;
    const tasks = this.#accounts.get(accountId) ?? new Map<TaskId | null, OfTask<Call>>();
    this.#accounts.set(accountId, tasks);
    const taskId = chunk?.taskId ?? null;
    tasks.set(taskId, (tasks.get(taskId) ?? new Set()).add(call));
    this.#size += 1;
  }

  /** The next call by turn. */
  get next(): Call | undefined {
    const [tasks] = this.#accounts.values();
    const [calls] = tasks?.values() ?? [];
    let first: Call | undefined;
    for (const call of calls ?? []) {
      if (first === undefined || chunkIndexOf(call) < chunkIndexOf(first)) first = call;
    }
    return first;
  }

  /** Removes a call that is served: its account goes behind the others, and its task behind those of the account. */
  serve(call: Call): void {
    const { accountId, chunk } = call.origin;
    this.remove(call);
    moveBack(this.#accounts, accountId);
    const tasks = this.#accounts.get(accountId);
    if (tasks !== undefined) moveBack(tasks, chunk?.taskId ?? null);
  }

  /** Removes a call that does not wait any more. */
  remove(call: Call): void {
    const { accountId, chunk } = call.origin;
    const taskId = chunk?.taskId ?? null;
    const tasks = this.#accounts.get(accountId);
    const calls = tasks?.get(taskId);
    if (tasks === undefined || calls === undefined || !calls.delete(call)) return;
    this.#size -= 1;
    if (calls.size === 0) tasks.delete(taskId);
    if (tasks.size === 0) this.#accounts.delete(accountId);
  }
}

function chunkIndexOf({ origin }: Waiter): number {
  return origin.chunk?.chunkIndex ?? 0;
}

function moveBack<Key, Value>(line: Map<Key, Value>, key: Key): void {
  const value = line.get(key);
  if (value === undefined) return;
  line.delete(key);
  line.set(key, value);
}
