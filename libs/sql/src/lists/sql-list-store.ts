import {
  type AccountId,
  assertOptionNames,
  type Clock,
  DialproofError,
  type DueList,
  type FoundList,
  type ListChangeCounts,
  type ListKey,
  type ListReplacement,
  type ListRun,
  type ListStore,
  type PhoneList,
  type StoredList,
  type TaskId,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import type { SqlEventOutbox } from '../outbox/sql-event-outbox.js';
import { SKIPPING_LOCKED, sql } from '../query.js';
import type { Columns } from '../schema.js';
import { queries as taskQueries } from '../tasks/queries/task-queries.js';
import { type DatabaseTime, timeOf } from '../time/database-time.js';

type OfAccount = { accountId: string };
type OfList = { listId: string };
type Key = OfAccount & OfList;

export type ListRow = Columns<'lists', 'list_id' | 'account_id' | 'revision' | 'due_at' | 'list'>;

const SHOWN = sql`select list_id, account_id, revision, due_at, list from lists`;

/** The queries of the list store. */
export const listQueries = {
  /** Adds a list if its task is there: those of an account that is being erased are gone. */
  insert: sql<Key & { taskId: string; createdAt: number; dueAt: number | null; list: string }>`
    insert into lists (list_id, account_id, created_at, due_at, list)
    select ${'listId'}, tasks.account_id, ${'createdAt'}, ${'dueAt'}, ${'list'} from tasks
    where task_id = ${'taskId'} and tasks.account_id = ${'accountId'}`,
  find: sql<Key, ListRow>`${SHOWN} where list_id = ${'listId'} and account_id = ${'accountId'}`,
  all: sql<OfAccount, ListRow>`${SHOWN} where account_id = ${'accountId'} order by created_at, list_id`,
  replace: sql<Key & { revision: number; dueAt: number | null; list: string }>`
    update lists set revision = revision + 1, due_at = ${'dueAt'}, list = ${'list'}
    where list_id = ${'listId'} and account_id = ${'accountId'} and revision = ${'revision'}`,
  remove: sql<Key>`delete from lists where list_id = ${'listId'} and account_id = ${'accountId'}`,
  next: sql<object, { due_at: number }>`
    select due_at from lists where due_at is not null order by due_at limit 1`,
  /** The list that has been due for the longest time, locked, among those that no other write has locked. */
  due: sql<{ now: number }, Columns<'lists', 'list_id' | 'account_id'>>`
    select list_id, account_id from lists where due_at is not null and due_at <= ${'now'}
    order by due_at limit 1 ${SKIPPING_LOCKED}`,
  lease: sql<OfList & { dueAt: number }>`update lists set due_at = ${'dueAt'} where list_id = ${'listId'}`,
  tasks: sql<OfList, Columns<'list_tasks', 'task_id'>>`
    select task_id from list_tasks where list_id = ${'listId'} order by place`,
  keepTask: sql<OfList & { taskId: string; place: number }>`
    insert into list_tasks (list_id, place, task_id) values (${'listId'}, ${'place'}, ${'taskId'})`,
  releaseTasks: sql<OfList>`delete from list_tasks where list_id = ${'listId'}`,
};

export interface SqlListStoreOptions {
  readonly database: SqlDatabase;
  /** The clock by which lists are due. Default: the database server's; for a file, the machine's own. */
  readonly clock?: Clock;
  /** Gets the events of lists, in the transaction of the change. It must use the same database. Default: none, and no events are stored. */
  readonly outbox?: SqlEventOutbox;
}

/** Lists that are verified again, beside the tasks of a `SqlTaskStore` in the same database. */
export class SqlListStore implements ListStore {
  readonly #database: SqlDatabase;
  readonly #time: DatabaseTime;
  readonly #outbox: SqlEventOutbox | undefined;

  constructor(options: SqlListStoreOptions) {
    assertOptionNames('SqlListStore', options, { clock: true, database: true, outbox: true });
    const { clock, database, outbox } = options;
    if (outbox !== undefined && !outbox.isOf(database)) {
      throw new TypeError('option outbox must use the same database as the store: no transaction spans two');
    }
    this.#database = database;
    this.#time = timeOf(database, clock);
    this.#outbox = outbox;
  }

  create(stored: StoredList, maxPerAccount: number): Promise<FoundList | undefined> {
    const { accountId, createdAt, listId, taskId } = stored.list;
    return this.#database.write(async (session) => {
      // This write, others of the account and its erasure wait for each other.
      await session.change(taskQueries.addAccountToLine, { accountId });
      const earlier = await session.first(listQueries.find, { accountId, listId });
      if (earlier !== undefined) return foundList(session, earlier);
      if ((await session.rows(listQueries.all, { accountId })).length >= maxPerAccount) return undefined;
      const values = { accountId, createdAt, listId, taskId, dueAt: stored.dueAt, list: textOf(stored.list) };
      if ((await session.change(listQueries.insert, values)) === 0)
        throw new DialproofError('task_not_found');
      await keepTasks(session, listId, stored.keeps);
      return await find(session, { accountId, listId });
    });
  }

  find(key: ListKey): Promise<FoundList | undefined> {
    return find(this.#database.read, key);
  }

  async all(accountId: AccountId): Promise<readonly FoundList[]> {
    const { read } = this.#database;
    const lists: FoundList[] = [];
    for (const row of await read.rows(listQueries.all, { accountId })) lists.push(await foundList(read, row));
    return lists;
  }

  replace({ dueAt, events, keeps, list, revision }: ListReplacement): Promise<boolean> {
    const { accountId, listId } = list;
    return this.#database.write(async (session) => {
      const values = { accountId, listId, revision, dueAt, list: textOf(list) };
      if ((await session.change(listQueries.replace, values)) === 0) return false;
      await session.change(listQueries.releaseTasks, { listId });
      await keepTasks(session, listId, keeps);
      for (const event of events) await this.#outbox?.append(session, event);
      return true;
    });
  }

  async remove({ accountId, listId }: ListKey): Promise<boolean> {
    const removed = await this.#database.write((session) =>
      session.change(listQueries.remove, { accountId, listId }),
    );
    return removed > 0;
  }

  async claimDue({ leaseMs }: { readonly leaseMs: number }): Promise<DueList> {
    const { read } = this.#database;
    await this.#time.present(read);
    const next = await read.first(listQueries.next, {});
    const now = this.#time.wallNow();
    // Looking is much cheaper than writing, and nothing is due nearly always.
    if (next === undefined) return { found: undefined, now, retryAfterMs: null };
    if (next.due_at > now) return { found: undefined, now, retryAfterMs: next.due_at - now };
    return await this.#database.write(async (session) => {
      await this.#time.follow(session);
      const present = this.#time.wallNow();
      const row = await session.first(listQueries.due, { now: present });
      if (row !== undefined) {
        await session.change(listQueries.lease, { listId: row.list_id, dueAt: Math.ceil(present + leaseMs) });
      }
      const found =
        row && (await find(session, { accountId: row.account_id as AccountId, listId: row.list_id }));
      const later = await session.first(listQueries.next, {});
      const retryAfterMs = later === undefined ? null : Math.max(0, later.due_at - present);
      return { found, now: present, retryAfterMs };
    });
  }
}

async function find(session: SqlSession, { accountId, listId }: ListKey): Promise<FoundList | undefined> {
  const row = await session.first(listQueries.find, { accountId, listId });
  return row && (await foundList(session, row));
}

async function foundList(
  session: SqlSession,
  { due_at: dueAt, list_id: listId, list, revision }: ListRow,
): Promise<FoundList> {
  const kept = await session.rows(listQueries.tasks, { listId });
  // The ids were stored from tasks of the list, and `textOf` alone writes the column `list`.
  const keeps = kept.map(({ task_id }) => task_id as TaskId);
  return { list: listOf(JSON.parse(list) as StoredText), dueAt, keeps, revision };
}

/** A list as this version or an earlier one has stored it. */
type StoredText = Omit<PhoneList, 'keyColumn' | 'runs'> & {
  readonly keyColumn?: PhoneList['keyColumn'];
  readonly runs: readonly (Omit<ListRun, 'changes'> & { readonly changes: StoredCounts | null })[];
};

type StoredCounts = Omit<ListChangeCounts, 'replaced'> & Partial<ListChangeCounts>;

/** Adds the fields that earlier versions did not store: they had no keys, and later counted no number as replaced. */
function listOf({ runs, ...list }: StoredText): PhoneList {
  return {
    keyColumn: null,
    ...list,
    runs: runs.map((run) => ({ ...run, changes: run.changes && { replaced: 0, ...run.changes } })),
  };
}

/** JSON escapes every character of the caller's texts, also NUL, which databases refuse. */
function textOf(list: PhoneList): string {
  return JSON.stringify(list);
}

async function keepTasks(session: SqlSession, listId: string, keeps: readonly TaskId[]): Promise<void> {
  for (const [place, taskId] of keeps.entries())
    await session.change(listQueries.keepTask, { listId, taskId, place });
}
