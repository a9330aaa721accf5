import { assertOptionNames, type E164, type Observation, type ObservationStore } from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { isOneOf, jsonRows } from '../json-rows.js';
import { chosenOnce, FOR_UPDATE, SKIPPING_LOCKED, sql } from '../query.js';
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

export interface SqlObservationStoreOptions {
  readonly database: SqlDatabase;
}

/** The most observations that one write records or removes. More would make other writes wait; fewer would wait for the disk too often. */
const ROWS_PER_WRITE = 5_000;

/** Observations in a database, one row for each number and app. */
export class SqlObservationStore implements ObservationStore {
  readonly #database: SqlDatabase;

  constructor(options: SqlObservationStoreOptions) {
    assertOptionNames('SqlObservationStore', options, { database: true });
    const { database } = options;
    this.#database = database;
  }

  async record(observations: readonly Observation[]): Promise<void> {
    const newest = newestOfEach(observations);
    for (let start = 0; start < newest.length; start += ROWS_PER_WRITE) {
      const rows = newest
        .slice(start, start + ROWS_PER_WRITE)
        .map(({ seenAt, ...row }) => ({ ...row, seen_at: seenAt }));
      const observations = JSON.stringify(rows);
      await this.#database.write((session) => session.change(observationQueries.record, { observations }));
    }
  }

  async find(numbers: readonly E164[], since: number): Promise<readonly Observation[]> {
    const asked = { numbers: JSON.stringify([...new Set(numbers)]), since };
    const rows = await this.#database.read.rows(observationQueries.find, asked);
    return rows.map(({ seen_at: seenAt, ...row }) => ({ ...row, seenAt }));
  }

  async forget(number: E164): Promise<void> {
    await this.#database.write((session) => session.change(observationQueries.forget, { number }));
  }

  async expire({ before, limit }: { readonly before: number; readonly limit: number }): Promise<number> {
    let removed = 0;
    while (removed < limit) {
      const some = { before, limit: Math.min(limit - removed, ROWS_PER_WRITE) };
      const count = await this.#database.write((session) => session.change(observationQueries.expire, some));
      removed += count;
      if (count < some.limit) break;
    }
    return removed;
  }
}

/** The newest observation of each number and app, the first of those with equal times. A statement may have a row only once. */
function newestOfEach(observations: readonly Observation[]): readonly Observation[] {
  const newest = new Map<string, Observation>();
  for (const { number, app, seenAt, source } of observations) {
    const known = newest.get(`${number} ${app}`);
    if (known === undefined || known.seenAt < seenAt)
      newest.set(`${number} ${app}`, { number, app, seenAt, source });
  }
  // In one order, so that callers with the same numbers do not wait for each other.
  return [...newest].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, observation]) => observation);
}
