import { SKIPPING_LOCKED, sql } from '../query.js';
import type { Columns } from '../schema.js';

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
