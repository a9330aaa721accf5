import { accountId, type HoldId, isDialproofError, type Settlement } from '@dialproof/core';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { auditLedger } from '../operations/ledger-audit.js';
import { openPostgresDatabase } from '../postgres/open-postgres-database.js';
import { describeOnPostgres, POSTGRES_URL, PostgresSchema } from '../test-databases.fixture.js';
import { SqlCreditLedger } from './sql-credit-ledger.js';

const ACCOUNTS = [accountId('ada'), accountId('bob'), accountId('cyd')] as const;
type Place = 0 | 1 | 2;
const PLACES: readonly Place[] = [0, 1, 2];
/** The default levels of four processes. */
const ISOLATION = ['read committed', 'read committed', 'repeatable read', 'serializable'];

/** Ledgers of one schema, each with its own connections, as in several processes. `audit` is of the schema. */
async function subject() {
  const test = await PostgresSchema.create();
  onTestFinished(() => test.remove());
  const databases = await Promise.all(ISOLATION.map((level) => test.another(level)));
  onTestFinished(async () => {
    await Promise.all(databases.map((database) => database.close()));
  });
  return {
    processes: databases.map((database) => new SqlCreditLedger({ database })),
    audit: () => auditLedger(test.database),
  };
}

/** Returns the same numbers for the same seed, at least 0 and below 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Known {
  readonly account: Place;
  readonly credits: number;
  readonly outcomes: Settlement[];
}

describeOnPostgres('a ledger in PostgreSQL that several processes use', () => {
  it.each([1, 2])('keeps every balance and every outcome right (seed %i)', async (seed) => {
    const { audit, processes } = await subject();
    const random = seeded(seed);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)] as Value;
    const granted = ACCOUNTS.map(() => 0);
    const known = new Map<string, Known>();
    let refused = 0;
    const grant = async (ledger: SqlCreditLedger, account: Place) => {
      const credits = Math.floor(random() * 9);
      await ledger.grant(ACCOUNTS[account], credits);
      granted[account] = (granted[account] ?? 0) + credits;
    };
    const hold = async (ledger: SqlCreditLedger, account: Place, id: string) => {
      const credits = known.get(id)?.credits ?? Math.floor(random() * 6);
      const owner = known.get(id)?.account ?? account;
      const request = { holdId: id as HoldId, accountId: ACCOUNTS[owner], credits };
      known.set(id, known.get(id) ?? { account: owner, credits, outcomes: [] });
      await ledger.hold({ ...request, expiresAfterMs: random() < 0.2 ? 0 : null }).catch((error: unknown) => {
        if (!isDialproofError(error, 'insufficient_credits')) throw error;
        refused += 1;
      });
    };
    const settle = async (ledger: SqlCreditLedger, id: string) => {
      const hold = known.get(id);
      if (hold === undefined) return;
      const credits = Math.floor(random() * (hold.credits + 1));
      const request = { holdId: id as HoldId, accountId: ACCOUNTS[hold.account], credits };
      const outcome = await ledger.settle(request);
      if (outcome.charged + outcome.returned > 0) hold.outcomes.push(outcome);
    };
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(
        Array.from({ length: 60 }, () => {
          const [ledger, what] = [pick(processes), random()];
          const id = `h${Math.floor(random() * 150)}`;
          if (what < 0.1) return grant(ledger, pick(PLACES));
          if (what < 0.55) return hold(ledger, pick(PLACES), id);
          if (what < 0.95) return settle(ledger, id);
          return ledger.releaseExpired();
        }),
      );
      const audited = await audit();
      expect(audited.addsUp).toBe(true);
    }
    const audited = await audit();
    for (const [index, account] of ACCOUNTS.entries()) {
      const found = audited.accounts.find((each) => each.accountId === account);
      expect(found?.granted ?? 0).toBe(granted[index]);
      expect(Math.min(found?.available ?? 0, found?.held ?? 0)).toBeGreaterThanOrEqual(0);
    }
    for (const { outcomes } of known.values()) {
      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBeLessThanOrEqual(1);
    }
    expect(refused).toBeGreaterThan(0);
  });

  it('spends exactly the balance where ten times as much is asked for at once', async () => {
    const { processes } = await subject();
    const ada = accountId('ada');
    await processes[0]?.grant(ada, 50);
    const held = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        processes[index % ISOLATION.length]
          ?.hold({ holdId: `h${index}` as HoldId, accountId: ada, credits: 1, expiresAfterMs: null })
          .then(() => 1)
          .catch((error: unknown) =>
            isDialproofError(error, 'insufficient_credits') ? 0 : Promise.reject(error),
          ),
      ),
    );
    expect(held.filter((one) => one === 1)).toHaveLength(50);
    expect(await processes[0]?.balance(ada)).toEqual({ available: 0, held: 50 });
  });

  it('releases each expired hold once where several look at once', async () => {
    const { processes } = await subject();
    const ada = accountId('ada');
    await processes[0]?.grant(ada, 700);
    await Promise.all(
      Array.from({ length: 700 }, (_, index) =>
        processes[0]?.hold({ holdId: `h${index}` as HoldId, accountId: ada, credits: 1, expiresAfterMs: 0 }),
      ),
    );
    const released = await Promise.all(processes.map((ledger) => ledger.releaseExpired()));
    expect(released.reduce((sum, count) => sum + count, 0)).toBe(700);
    expect(await processes[0]?.balance(ada)).toEqual({ available: 700, held: 0 });
  });

  it('opens a hold that can expire, and settles it, in one statement each', async () => {
    const test = await PostgresSchema.create();
    onTestFinished(() => test.remove());
    const pool = new pg.Pool({ connectionString: POSTGRES_URL });
    onTestFinished(() => pool.end());
    const sent: string[] = [];
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (config: pg.QueryConfig) => unknown;
      // In the one form that the database uses.
      client.query = ((config: pg.QueryConfig) => {
        sent.push(config.text);
        return query(config);
      }) as typeof client.query;
    });
    const database = await openPostgresDatabase({ pool, schema: test.schema });
    const ledger = new SqlCreditLedger({ database });
    const ada = accountId('ada');
    await ledger.grant(ada, 2);
    // Learns the server's time, which then is known for a while.
    await ledger.releaseExpired();
    sent.length = 0;
    const hold = { holdId: 'h' as HoldId, accountId: ada };
    await ledger.hold({ ...hold, credits: 2, expiresAfterMs: 60_000 });
    expect(await ledger.settle({ ...hold, credits: 1 })).toEqual({ charged: 1, returned: 1 });
    expect(sent).toHaveLength(2);
    expect(await ledger.balance(ada)).toEqual({ available: 1, held: 0 });
  });

  it('refuses one of a batch and takes the others', async () => {
    const { audit, processes } = await subject();
    const [ledger] = processes;
    const ada = accountId('ada');
    await ledger?.grant(ada, 5);
    const hold = (id: string, credits: number) =>
      ledger?.hold({ holdId: id as HoldId, accountId: ada, credits, expiresAfterMs: null });
    const outcomes = await Promise.allSettled([
      hold('a', 3),
      hold('b', 4),
      hold('c', 2),
      hold('a', 3),
      hold('a text with \0', 0),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    const settlements = await Promise.allSettled([
      ledger?.settle({ holdId: 'a' as HoldId, accountId: ada, credits: 1 }),
      ledger?.settle({ holdId: 'c' as HoldId, accountId: ada, credits: 9 }),
      ledger?.settle({ holdId: 'c' as HoldId, accountId: accountId('bob'), credits: 0 }),
    ]);
    expect(settlements.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await ledger?.balance(ada)).toEqual({ available: 2, held: 2 });
    expect((await audit()).addsUp).toBe(true);
  });
});
