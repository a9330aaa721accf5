import type { Observation } from '@dialproof/core';
import { chosenOnce, FOR_UPDATE, SKIPPING_LOCKED } from '../lock-order.js';
import { listed, sql } from '../query.js';
import { forEachSize, type Numbered } from '../row-groups.js';
import type { Columns, Tables } from '../schema.js';

type OfNumber = Pick<Observation, 'number'>;
type Limited = { before: number; limit: number };

export const observationQueries = {
  /** Adds observations of different numbers or apps. It skips each that is no newer than the stored one. */
  record: forEachSize(
    (size) => sql<Numbered<Observation>>`
      insert into observations (number, app, seen_at, source)
      values ${listed(Array.from({ length: size }, (_, place) => observation(place)))}
      on conflict (number, app) do update set seen_at = excluded.seen_at, source = excluded.source
      where observations.seen_at < excluded.seen_at`,
  ),
  find: forEachSize(
    (size) => sql<Numbered<OfNumber> & { since: number }, Tables['observations']>`
      select number, app, seen_at, source from observations
      where number in (${listed(Array.from({ length: size }, (_, place) => number(place)))}) and seen_at >= ${'since'}`,
  ),
  forget: sql<OfNumber>`
    delete from observations where (number, app) in (
      select old.number, old.app from observations as old where old.number = ${'number'} order by old.app ${FOR_UPDATE})`,
  /** The observations that can be removed. */
  expired: sql<Limited, Columns<'observations', 'number' | 'app'>>`
    select number, app from observations where seen_at < ${'before'} limit ${'limit'}`,
  expireOne: sql<OfNumber & Pick<Observation, 'app'> & { before: number }>`
    delete from observations where number = ${'number'} and app = ${'app'} and seen_at < ${'before'}`,
  /** Not those that a concurrent write has made newer since the rows were chosen. */
  expire: sql<Limited>`
    delete from observations where seen_at < ${'before'} and (number, app) in ${chosenOnce(sql<Limited>`
      select old.number, old.app from observations as old where old.seen_at < ${'before'} limit ${'limit'}
      ${SKIPPING_LOCKED}`)}`,
};

function observation(place: number) {
  return sql<
    Numbered<Observation>
  >`(${`number${place}`}, ${`app${place}`}, ${`seenAt${place}`}, ${`source${place}`})`;
}

function number(place: number) {
  return sql<Numbered<OfNumber>>`${`number${place}`}`;
}
