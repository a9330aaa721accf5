import { randomUUID } from 'node:crypto';
import { accountId, type HoldId } from '@dialproof/core';
import { SqlCreditLedger } from '@dialproof/sql';
import { auditLedger } from '@dialproof/sql/operations';
import { openPostgresDatabase } from '@dialproof/sql/postgres';
import pg from 'pg';
import { spread } from '../statistics.js';

const ROUNDS = 3;
const ROUND_MS = 4_000;
/** The number of concurrent callers. Each makes a hold, settles it, and makes the next. */
const CALLERS = 200;
const AIM = 4_000;
const AIM_TIMES = 20;
const ADA = accountId('ada');
const CREDITS = 1_000_000_000;

interface Way {
  readonly name: string;
  holdAndSettle(): Promise<void>;
}

/** Holds and settlements a second on one account of PostgreSQL: the ledger and separate transactions, alternately. */
export async function benchLedgerRate(): Promise<void> {
  const url = process.env['DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/test';
  console.log(
    `ledger: one account, ${CALLERS} callers, ${ROUND_MS / 1_000} s each, ${ROUNDS} rounds in turn`,
  );
  const schema = `bench_${randomUUID().replaceAll('-', '')}`;
  const database = await openPostgresDatabase({ url, schema });
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  try {
    const ledger = new SqlCreditLedger({ database });
    await ledger.grant(ADA, CREDITS);
    const ways = [batched(ledger), plain(pool, schema)] as const;
    const rates = ways.map(() => [] as number[]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, way] of ways.entries()) rates[index]?.push(await rateOf(way));
    }
    const [fast = [], slow = []] = rates;
    console.log(`  ${ways[0].name}   ${spread(fast)} holds and settlements a second, aim ${AIM}`);
    console.log(`  ${ways[1].name}   ${spread(slow)}`);
    console.log(
      `  times   ${spread(
        fast.map((rate, round) => rate / (slow[round] ?? rate)),
        1,
      )}, aim ${AIM_TIMES}`,
    );
    console.log(`  the ledger ${(await auditLedger(database)).addsUp ? 'adds up' : 'DOES NOT ADD UP'}`);
  } finally {
    await pool.query(`drop schema "${schema}" cascade`);
    await Promise.all([pool.end(), database.close()]);
  }
}

async function rateOf(way: Way): Promise<number> {
  const end = performance.now() + ROUND_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < end) {
        await way.holdAndSettle();
        done += 1;
      }
    }),
  );
  // Measured to the end of the last one, which may be late if each takes long.
  return done / ((performance.now() - end + ROUND_MS) / 1_000);
}

function batched(ledger: SqlCreditLedger): Way {
  return {
    name: 'the ledger                        ',
    async holdAndSettle() {
      const hold = { holdId: randomUUID() as HoldId, accountId: ADA, credits: 1 };
      await ledger.hold({ ...hold, expiresAfterMs: null });
      await ledger.settle(hold);
    },
  };
}

/** The usual first version of a backend: two transactions of plain statements. */
function plain(pool: pg.Pool, schema: string): Way {
  const inTransaction = async (statements: readonly (readonly [sql: string, values: unknown[]])[]) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const [sql, values] of statements) await client.query(sql, values);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  return {
    name: 'a transaction for each of the two ',
    async holdAndSettle() {
      const id = randomUUID();
      await inTransaction([
        [
          `update "${schema}".balances set available = available - 1, held = held + 1 where account_id = $1 and available >= 1`,
          [ADA],
        ],
        [
          `insert into "${schema}".holds (hold_id, account_id, credits, created_at) values ($1, $2, 1, 0)`,
          [id, ADA],
        ],
      ]);
      await inTransaction([
        [
          `update "${schema}".balances set held = held - 1, last_entry = last_entry + 1 where account_id = $1`,
          [ADA],
        ],
        [
          `update "${schema}".holds set charged = 1, closed_at = 0 where hold_id = $1 and charged is null`,
          [id],
        ],
        [
          `insert into "${schema}".journal (account_id, entry, kind, credits, hold_id, created_at)
            select account_id, last_entry, 'charge', -1, $2, 0 from "${schema}".balances where account_id = $1`,
          [ADA, id],
        ],
      ]);
    },
  };
}
