import type { E164, Observation, ObservationStore } from '@dialproof/core';
import { assertOptionNames } from '@dialproof/core';
import type { SqlDatabase, SqlWriteSession } from '../database.js';
import { changeTogether } from '../row-by-row.js';
import { inGroups, numbered } from '../row-groups.js';
import { observationQueries } from './observation-queries.js';

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
      const rows = newest.slice(start, start + ROWS_PER_WRITE);
      await this.#database.write((session) => this.#recordSome(session, rows));
    }
  }

  async find(numbers: readonly E164[], since: number): Promise<readonly Observation[]> {
    const asked = [...new Set(numbers)].map((number) => ({ number }));
    const found: Observation[] = [];
    for (const { group, query } of inGroups(asked, observationQueries.find)) {
      const rows = await this.#database.read.rows(query, { ...numbered(group), since });
      for (const { seen_at: seenAt, ...row } of rows) found.push({ ...row, seenAt });
    }
    return found;
  }

  async forget(number: E164): Promise<void> {
    await this.#database.write((session) => session.change(observationQueries.forget, { number }));
  }

  async expire({ before, limit }: { readonly before: number; readonly limit: number }): Promise<number> {
    const together = async () => {
      let removed = 0;
      while (removed < limit) {
        const some = Math.min(limit - removed, ROWS_PER_WRITE);
        const count = await this.#database.write((session) =>
          session.change(observationQueries.expire, { before, limit: some }),
        );
        removed += count;
        if (count < some) break;
      }
      return removed;
    };
    return await changeTogether(together, {
      limit,
      keys: (count) => this.#database.read.rows(observationQueries.expired, { before, limit: count }),
      change: (seen) =>
        this.#database.write((session) => session.change(observationQueries.expireOne, { ...seen, before })),
    });
  }

  async #recordSome(session: SqlWriteSession, rows: readonly Observation[]): Promise<void> {
    for (const { group, query } of inGroups(rows, observationQueries.record))
      await session.change(query, numbered(group));
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
