import { sql } from '../../query.js';

/** Requests of several keys, with a count for each. */
interface AddedRequests {
  readonly policy: string;
  readonly windowMs: number;
  readonly keys: readonly string[];
  readonly added: readonly number[];
}

/** The count of a key, and the time left in its window. */
interface CountRow {
  readonly key: string;
  readonly count: number;
  readonly left_ms: number;
}

/** The same time throughout a statement. */
const PRESENT = sql`floor(extract(epoch from statement_timestamp()) * 1000)::bigint`;

const NEW_END = sql<{ windowMs: number }>`${PRESENT} + ${'windowMs'}::bigint`;

export const countQueries = {
  /** Adds counts in the order of the keys, in which all processes lock them. A window that has ended begins anew. */
  add: sql<AddedRequests, CountRow>`
    insert into rate_counts (policy, key, count, ends_at)
    select ${'policy'}::text, asked.key, asked.added, ${NEW_END}
    from unnest(${'keys'}::text[], ${'added'}::bigint[]) as asked(key, added) order by asked.key
    on conflict (policy, key) do update set
      count = case when rate_counts.ends_at > ${PRESENT} then rate_counts.count + excluded.count else excluded.count end,
      ends_at = case when rate_counts.ends_at > ${PRESENT} then rate_counts.ends_at else ${NEW_END} end
    returning key, count, greatest(1, ends_at - ${PRESENT}) as left_ms`,
  count: sql<{ policy: string; key: string }, Omit<CountRow, 'key'>>`
    select count, ends_at - ${PRESENT} as left_ms from rate_counts
    where policy = ${'policy'} and key = ${'key'} and ends_at > ${PRESENT}`,
  /** Removes ended windows. It skips rows that others have locked. */
  removeEnded: sql`
    delete from rate_counts where (policy, key) in (
      select policy, key from rate_counts where ends_at <= ${PRESENT} for update skip locked)`,
};
