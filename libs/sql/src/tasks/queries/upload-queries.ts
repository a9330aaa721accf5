import { FOR_UPDATE, sql, WAITS_NO_LONGER } from '../../query.js';
import type { Columns } from '../../schema.js';

type LeaseKey = { taskId: string; token: string };

/** The draft of this lease. */
const IS_DRAFT = sql<LeaseKey>`task_id = ${'taskId'} and status = 'draft' and step = 'begun' and lease_token = ${'token'}`;

const HAS_ENDED = sql`status in ('done', 'failed')`;

/** A retry that was begun by this lease and not resumed. */
const IS_BEGUN_RETRY = sql<LeaseKey>`task_id = ${'taskId'} and ${HAS_ENDED} and step = 'begun' and lease_token = ${'token'}`;

/** The queries of a file that is being read, of retries, and of the bounds of an account. */
export const uploadQueries = {
  begin: sql<LeaseKey & { accountId: string; run: number; createdAt: number; leaseUntil: number }>`
    insert into tasks (task_id, account_id, status, step, run, last_run, created_at, lease_token, lease_until, available_at, file)
    values (${'taskId'}, ${'accountId'}, 'draft', 'begun', ${'run'}, ${'run'}, ${'createdAt'}, ${'token'}, ${'leaseUntil'},
      ${'leaseUntil'}, '{}')
    on conflict (task_id) do nothing`,
  /**
   * Adds a block to a draft if it is the next one, or one that exists already. Waits for another write on the draft, and then sees its
   * changes.
   */
  appendRows: sql<LeaseKey & { index: number; before: number; block: Uint8Array }>`
    insert into task_rows (task_id, block_index, block)
    select task_id, ${'index'}, ${'block'} from tasks where ${IS_DRAFT} and (${'index'} = 0 or exists (
      select 1 from task_rows where task_id = ${'taskId'} and block_index = ${'before'}))
      and ${WAITS_NO_LONGER} ${FOR_UPDATE}
    on conflict (task_id, block_index) do update set block = excluded.block`,
  findDraft: sql<LeaseKey, Columns<'tasks', 'account_id'>>`select account_id from tasks where ${IS_DRAFT}`,
  sumRowBytes: sql<{ taskId: string }, { bytes: number | null }>`
    select sum(length(block)) as bytes from task_rows where task_id = ${'taskId'}`,
  /** Makes the draft a task. */
  enqueue: sql<
    LeaseKey & {
      now: number;
      turn: number;
      total: number;
      rowsWithoutNumber: number;
      held: number;
      chunks: number;
      storedBytes: number;
      file: string;
    }
  >`update tasks set status = 'queued', queued_at = ${'now'}, turn = ${'turn'}, lease_token = null, lease_until = 0,
      total = ${'total'}, rows_without_number = ${'rowsWithoutNumber'}, held = ${'held'}, open_chunks = ${'chunks'},
      stored_bytes = ${'storedBytes'}, file = ${'file'}
    where ${IS_DRAFT}`,
  addChunk: sql<{ taskId: string; index: number; chunk: Uint8Array }>`
    insert into task_chunks (task_id, chunk_index, chunk, is_complete) values (${'taskId'}, ${'index'}, ${'chunk'}, 0)`,
  /** Removes the draft; its blocks go with it. */
  discardDraft: sql<LeaseKey>`
    delete from tasks where task_id = ${'taskId'} and status = 'draft' and lease_token = ${'token'}`,

  beginRetry: sql<LeaseKey & { leaseUntil: number }, Columns<'tasks', 'last_run'>>`
    update tasks set step = 'begun', lease_token = ${'token'}, lease_until = ${'leaseUntil'}, available_at = ${'leaseUntil'},
      last_run = last_run + 1, tries = 0
    where task_id = ${'taskId'} and ${HAS_ENDED} and step is null
    returning last_run`,
  findRetry: sql<
    LeaseKey,
    Columns<'tasks', 'account_id'>
  >`select account_id from tasks where ${IS_BEGUN_RETRY}`,
  discardRetry: sql<LeaseKey>`
    update tasks set step = null, lease_token = null, lease_until = 0, available_at = null
    where task_id = ${'taskId'} and ${HAS_ENDED} and lease_token = ${'token'}`,
  /** Queues the task again, with its failed checks open. */
  resume: sql<LeaseKey & { turn: number; now: number; held: number }>`
    update tasks set status = 'queued', queued_at = ${'now'}, turn = ${'turn'}, finished_at = null, ended_at = null,
      failure_reason = null, run = last_run, resumed_by = ${'token'}, lease_token = null, lease_until = 0, tries = 0,
      is_closed = 0, held = ${'held'}, verified = 0, processed = processed - checks_failed, unknown = unknown - checks_failed,
      checks_failed = 0
    where ${IS_BEGUN_RETRY}`,
  findResumed: sql<LeaseKey, Columns<'tasks', 'task_id'>>`
    select task_id from tasks where task_id = ${'taskId'} and resumed_by = ${'token'}`,
  reopenChunk: sql<{ taskId: string; chunkIndex: number; statuses: Uint8Array }>`
    update task_chunks set statuses = ${'statuses'}, revision = revision + 1, is_complete = 0
    where task_id = ${'taskId'} and chunk_index = ${'chunkIndex'}`,
  /** Ends the leases of a resumed task. */
  freeChunks: sql<{ taskId: string }>`
    update task_chunks set lease_token = null, lease_until = 0 where task_id = ${'taskId'} and is_complete = 0`,
  countOpenChunks: sql<{ taskId: string }>`
    update tasks set open_chunks = (
      select count(*) from task_chunks where task_chunks.task_id = ${'taskId'} and is_complete = 0)
    where task_id = ${'taskId'}`,

  /** Null if there is no row, or none of this day. Each table may lack the row that the other has. */
  usage: sql<
    { accountId: string; day: number },
    { unfinished_tasks: number | null; stored_bytes: number | null; tasks_of_day: number | null }
  >`select
      (select unfinished_tasks from account_usage where account_id = ${'accountId'}) as unfinished_tasks,
      (select stored_bytes from account_usage where account_id = ${'accountId'}) as stored_bytes,
      (select tasks_of_day from task_accounts where account_id = ${'accountId'} and day = ${'day'}) as tasks_of_day`,
  /** Counts a task that has joined the line of its account. A new day begins with it. */
  countTaskOfDay: sql<{ accountId: string; day: number }>`
    update task_accounts set day = ${'day'}, tasks_of_day = case when day = ${'day'} then tasks_of_day + 1 else 1 end
    where account_id = ${'accountId'}`,
};

/**
 * On a server, where each statement is a round trip: adds all chunks of a task, in their order. They come as one value with the length of
 * each: the driver sends the bytes of an array as text of twice the length, which the server has to parse.
 */
export const ADD_CHUNKS_AT_ONCE = sql<{ taskId: string; chunks: Uint8Array; lengths: readonly number[] }>`
  insert into task_chunks (task_id, chunk_index, chunk, is_complete)
  select ${'taskId'}, place - 1, substring(${'chunks'}::bytea from chunk_end - length + 1 for length), 0
  from (select length, place, (sum(length) over (order by place))::int as chunk_end
    from unnest(${'lengths'}::int[]) with ordinality as given(length, place)) as placed`;
