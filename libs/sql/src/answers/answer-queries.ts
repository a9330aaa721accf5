import { isOneOf, jsonRows } from '../json-rows.js';
import { chosenOnce, SKIPPING_LOCKED } from '../lock-order.js';
import { sql } from '../query.js';
import type { Columns } from '../schema.js';

export type CachedAnswer = Columns<
  'cached_answers',
  'number' | 'status' | 'source' | 'reason' | 'checked_at' | 'expires_at'
>;

const ANSWERS = jsonRows('answers', {
  number: 'text',
  status: 'text',
  source: 'text',
  reason: 'text',
  checked_at: 'whole',
  expires_at: 'whole',
});

type Limited = { now: number; limit: number };

export const answerQueries = {
  /** Keeps answers about different numbers, in their order. Each replaces the earlier answer about its number. */
  keep: sql<{ cache: string; answers: string }>`
    insert into cached_answers (cache, number, status, source, reason, checked_at, expires_at)
    select ${'cache'}, number, status, source, reason, checked_at, expires_at from ${ANSWERS} where true
    on conflict (cache, number) do update set status = excluded.status, source = excluded.source, reason = excluded.reason,
      checked_at = excluded.checked_at, expires_at = excluded.expires_at`,
  find: sql<{ cache: string; numbers: string }, CachedAnswer>`
    select number, status, source, reason, checked_at, expires_at from cached_answers
    where cache = ${'cache'} and ${isOneOf('number', 'numbers')}`,
  /** Deletes from every cache, so that the others empty a cache that is no longer used. */
  expire: sql<Limited>`
    delete from cached_answers where expires_at <= ${'now'} and (cache, number) in ${chosenOnce(sql<Limited>`
      select old.cache, old.number from cached_answers as old where old.expires_at <= ${'now'} limit ${'limit'}
      ${SKIPPING_LOCKED}`)}`,
};
