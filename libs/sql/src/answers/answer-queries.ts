import { chosenOnce, SKIPPING_LOCKED } from '../lock-order.js';
import { listed, sql } from '../query.js';
import { forEachSize, type Numbered } from '../row-groups.js';
import type { Columns } from '../schema.js';

export type CachedAnswer = Columns<
  'cached_answers',
  'number' | 'status' | 'source' | 'reason' | 'checked_at' | 'expires_at'
>;

type OfCache<Row> = Numbered<Row> & { cache: string };

export const answerQueries = {
  /** Keeps answers about different numbers. Each replaces the earlier answer about its number. */
  keep: forEachSize(
    (size) => sql<OfCache<CachedAnswer>>`
      insert into cached_answers (cache, number, status, source, reason, checked_at, expires_at)
      values ${listed(Array.from({ length: size }, (_, place) => cachedAnswer(place)))}
      on conflict (cache, number) do update set status = excluded.status, source = excluded.source, reason = excluded.reason,
        checked_at = excluded.checked_at, expires_at = excluded.expires_at`,
  ),
  find: forEachSize(
    (size) => sql<OfCache<Pick<CachedAnswer, 'number'>>, CachedAnswer>`
      select number, status, source, reason, checked_at, expires_at from cached_answers
      where cache = ${'cache'} and number in (${listed(Array.from({ length: size }, (_, place) => number(place)))})`,
  ),
  /** Deletes from every cache, so that the others empty a cache that is no longer used. */
  expire: sql<{ now: number; limit: number }>`
    delete from cached_answers where expires_at <= ${'now'} and (cache, number) in ${chosenOnce(sql<{
      now: number;
      limit: number;
    }>`select old.cache, old.number from cached_answers as old where old.expires_at <= ${'now'} limit ${'limit'}
      ${SKIPPING_LOCKED}`)}`,
};

function cachedAnswer(place: number) {
  return sql<
    OfCache<CachedAnswer>
  >`(${'cache'}, ${`number${place}`}, ${`status${place}`}, ${`source${place}`},
    ${`reason${place}`}, ${`checked_at${place}`}, ${`expires_at${place}`})`;
}

function number(place: number) {
  return sql<Numbered<Pick<CachedAnswer, 'number'>>>`${`number${place}`}`;
}
