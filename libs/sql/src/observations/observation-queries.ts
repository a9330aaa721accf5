import type { Observation } from '@dialproof/core';
import { isOneOf, jsonRows } from '../json-rows.js';
import { chosenOnce, FOR_UPDATE, SKIPPING_LOCKED } from '../lock-order.js';
import { sql } from '../query.js';
import type { Tables } from '../schema.js';

type OfNumber = Pick<Observation, 'number'>;
type Limited = { before: number; limit: number };

const OBSERVATIONS = jsonRows('observations', {
  number: 'text',
  app: 'text',
  seen_at: 'whole',
  source: 'text',
});

export const observationQueries = {
  /** Adds observations of different numbers or apps, in their order. It skips each that is no newer than the stored one. */
  record: sql<{ observations: string }>`
    insert into observations (number, app, seen_at, source)
    select number, app, seen_at, source from ${OBSERVATIONS} where true
    on conflict (number, app) do update set seen_at = excluded.seen_at, source = excluded.source
    where observations.seen_at < excluded.seen_at`,
  find: sql<{ numbers: string; since: number }, Tables['observations']>`
    select number, app, seen_at, source from observations
    where ${isOneOf('number', 'numbers')} and seen_at >= ${'since'}`,
  forget: sql<OfNumber>`
    delete from observations where (number, app) in (
      select old.number, old.app from observations as old where old.number = ${'number'} order by old.app ${FOR_UPDATE})`,
  /** Removes observations, but not those that a concurrent write has made newer since the rows were chosen. */
  expire: sql<Limited>`
    delete from observations where seen_at < ${'before'} and (number, app) in ${chosenOnce(sql<Limited>`
      select old.number, old.app from observations as old where old.seen_at < ${'before'} limit ${'limit'}
      ${SKIPPING_LOCKED}`)}`,
};
