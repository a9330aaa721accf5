import type { AccountId, TaskId } from '../model/identifiers.js';
import { assertOptionNames } from '../model/options.js';
import { type Clock, systemClock } from '../ports/clock.js';
import type { TaskEvent } from '../ports/optional/event-outbox.js';
import type {
  DueList,
  FoundList,
  ListKey,
  ListReplacement,
  ListStore,
  StoredList,
} from '../ports/optional/list-store.js';

export interface MemoryListStoreOptions {
  /** The source of its time. Default: the machine's clock. */
  readonly clock?: Clock;
  /** Receives the events of lists, in the same step. An example is `MemoryEventOutbox` of the testkit. Default: none. */
  readonly outbox?: { append(event: Omit<TaskEvent, 'eventId'>): void };
}

/**
 * Lists in this process's memory, for tests and for trying out: they are lost when the process ends. Pass it to {@link MemoryTaskStore} as
 * `lists`.
 */
export class MemoryListStore implements ListStore {
  readonly #clock: Clock;
  readonly #outbox: MemoryListStoreOptions['outbox'];
  /** The lists by their ids, in the order of creation. */
  readonly #lists = new Map<string, FoundList>();

  constructor(options: MemoryListStoreOptions = {}) {
    assertOptionNames('MemoryListStore', options, { clock: true, outbox: true });
    this.#clock = options.clock ?? systemClock;
    this.#outbox = options.outbox;
  }

  /** Whether a list keeps the task from expiring. */
  keeps(taskId: TaskId): boolean {
    return [...this.#lists.values()].some(({ keeps }) => keeps.includes(taskId));
  }

  async create(stored: StoredList, maxPerAccount: number): Promise<FoundList | undefined> {
    const { accountId, listId } = stored.list;
    const earlier = this.#ofAccount({ accountId, listId });
    if (earlier !== undefined) return structuredClone(earlier);
    if (this.#of(accountId).length >= maxPerAccount) return undefined;
    const made = structuredClone({ ...stored, revision: 1 });
    this.#lists.set(listId, made);
    return structuredClone(made);
  }

  async find(key: ListKey): Promise<FoundList | undefined> {
    return structuredClone(this.#ofAccount(key));
  }

  async all(accountId: AccountId): Promise<readonly FoundList[]> {
    return structuredClone(this.#of(accountId));
  }

  async replace({ events, ...stored }: ListReplacement): Promise<boolean> {
    if (this.#ofAccount(stored.list)?.revision !== stored.revision) return false;
    const revision = stored.revision + 1;
    this.#lists.set(stored.list.listId, structuredClone({ ...stored, revision }));
    for (const event of events) this.#outbox?.append(structuredClone(event));
    return true;
  }

  async remove(key: ListKey): Promise<boolean> {
    return this.#ofAccount(key) !== undefined && this.#lists.delete(key.listId);
  }

  async claimDue({ leaseMs }: { readonly leaseMs: number }): Promise<DueList> {
    const now = this.#clock.now();
    const found = this.#next();
    if (found === undefined) return { found, now, retryAfterMs: null };
    const { dueAt } = found;
    if (dueAt > now) return { found: undefined, now, retryAfterMs: dueAt - now };
    this.#lists.set(found.list.listId, { ...found, dueAt: now + leaseMs });
    const claimed = structuredClone({ ...found, dueAt: now + leaseMs });
    return { found: claimed, now, retryAfterMs: Math.max(0, (this.#next()?.dueAt ?? now) - now) };
  }

  #of(accountId: AccountId): readonly FoundList[] {
    return [...this.#lists.values()]
      .filter(({ list }) => list.accountId === accountId)
      .sort((one, other) => one.list.createdAt - other.list.createdAt);
  }

  #ofAccount({ accountId, listId }: ListKey): FoundList | undefined {
    const found = this.#lists.get(listId);
    return found?.list.accountId === accountId ? found : undefined;
  }

  #next(): (FoundList & { readonly dueAt: number }) | undefined {
    let next: (FoundList & { readonly dueAt: number }) | undefined;
    for (const { dueAt, ...found } of this.#lists.values()) {
      if (dueAt !== null && (next === undefined || dueAt < next.dueAt)) next = { ...found, dueAt };
    }
    return next;
  }
}
