import { Readable } from 'node:stream';
import { SandboxChecker } from '@dialproof/checkers';
import { accountId, createVerificationService, type VerificationService } from '@dialproof/core';
import { csvChunks } from '@dialproof/generate';
import { SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import { openPostgresDatabase } from '@dialproof/sql/postgres';
import pg from 'pg';
import { BenchSchema } from './bench-schema.js';

/** The number of concurrent pieces of work, the server's default. */
const AT_ONCE = 8;
const CHECKS_AT_ONCE = 100;
const SHOWN = 8;
const ACCOUNT = accountId('trial');
/** An instant checker shows the cost of a file. A slower one shows the cost of answers that arrive one by one. */
const FILES = [
  { rows: 100_000, checkMs: 0 },
  { rows: 20_000, checkMs: 50 },
];

const SHOWN_CHARACTERS = 60;

interface Counted {
  count: number;
  ms: number;
}

/** The number of round trips to PostgreSQL for a file, by statement. Each one waits for the network. */
export async function benchStatementCounts(): Promise<void> {
  console.log(
    `statements: a .csv over PostgreSQL, ${AT_ONCE} pieces of work and ${CHECKS_AT_ONCE} checks at once`,
  );
  for (const file of FILES) {
    console.log(`  ${file.rows} rows, ${file.checkMs} ms a check`);
    await countStatements(file);
  }
}

async function countStatements({ rows, checkMs }: (typeof FILES)[number]): Promise<void> {
  const schema = new BenchSchema();
  const counts = new StatementCounts();
  const pool = countedPool(schema.url, counts);
  const database = await openPostgresDatabase({ pool, schema: schema.name });
  const service = createVerificationService({
    store: new SqlTaskStore({ database }),
    ledger: new SqlCreditLedger({ database }),
    checker: new SandboxChecker({ delayMs: checkMs }),
    checkConcurrency: CHECKS_AT_ONCE,
    queue: null,
  });
  try {
    await new SqlCreditLedger({ database }).grant(ACCOUNT, 4 * rows);
    // The first run compiles everything and opens every connection.
    for (const isMeasured of [false, true]) {
      const measured = async <Result>(name: string, step: () => Promise<Result>): Promise<Result> => {
        counts.clear();
        const start = performance.now();
        const result = await step();
        if (isMeasured) counts.print(name, performance.now() - start);
        return result;
      };
      const { taskId } = await measured('taken in', () => submit(service, rows));
      await measured('worked on', () => workAll(service));
      await measured('downloaded', async () => {
        const { content } = await service.results({ accountId: ACCOUNT, taskId });
        for await (const _piece of content);
      });
    }
  } finally {
    await service.close();
    await database.close();
    await pool.end();
    await schema.remove();
  }
}

function submit(service: VerificationService, rows: number) {
  const content = Readable.from(csvChunks({ rows, seed: 1 }));
  return service.submit({ accountId: ACCOUNT, fileName: 'rows.csv', content });
}

async function workAll(service: VerificationService): Promise<void> {
  const one = async (): Promise<void> => {
    while ((await service.work()).did === 'work');
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

class StatementCounts {
  readonly #counted = new Map<string, Counted>();

  add(text: string, ms: number): void {
    const name = shortened(text);
    const counted = this.#counted.get(name) ?? { count: 0, ms: 0 };
    counted.count += 1;
    counted.ms += ms;
    this.#counted.set(name, counted);
  }

  clear(): void {
    this.#counted.clear();
  }

  print(name: string, tookMs: number): void {
    const all = [...this.#counted].sort(([, one], [, other]) => other.ms - one.ms);
    const count = all.reduce((sum, [, counted]) => sum + counted.count, 0);
    const ms = all.reduce((sum, [, counted]) => sum + counted.ms, 0);
    console.log(
      `  ${name} in ${tookMs.toFixed(0)} ms: ${count} round trips, ${ms.toFixed(0)} ms of waiting for them`,
    );
    for (const [statement, counted] of all.slice(0, SHOWN)) {
      console.log(
        `    ${String(counted.count).padStart(6)} | ${counted.ms.toFixed(0).padStart(6)} ms | ${statement}`,
      );
    }
  }
}

function shortened(statement: string): string {
  return statement
    .replaceAll(/"bench_\w+"\.?|"/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN_CHARACTERS);
}

/** A pool whose connections count what is sent over them. */
function countedPool(url: string, counts: StatementCounts): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
    const counted = (config: pg.QueryConfig): Promise<pg.QueryResult> => {
      const start = performance.now();
      return query(config).finally(() => counts.add(config.text, performance.now() - start));
    };
    // In the one form that the database uses.
    client.query = counted as typeof client.query;
  });
  return pool;
}
