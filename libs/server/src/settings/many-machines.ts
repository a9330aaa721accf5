import { isSchemaName } from '@dialproof/sql/postgres';
import { choice, text, wholeNumber } from './setting-variable.js';

const DAY_MS = 86_400_000;

/** Settings of servers and workers that share one PostgreSQL database. */
export const MANY_MACHINES = {
  databaseSchema: text('dialproof', 'schema of the tables in PostgreSQL; created if missing'),
  databaseConnections: wholeNumber(10, [2, 1_000], 'maximum connections of this process to PostgreSQL'),
  migrate: choice(
    'on',
    ['on', 'off'],
    'whether a start updates the tables in PostgreSQL; with `off`, run the command `migrate` before',
  ),
  workers: wholeNumber(
    8,
    [0, 1_000],
    'pieces of files that this process works on at once; 0 leaves files and webhooks to workers, over PostgreSQL only',
  ),
  processes: wholeNumber(
    0,
    [0, 1_000],
    'number of servers and workers over PostgreSQL. Each makes its share of `callsPerSecond`, which needs this setting there',
  ),
  redisPrefix: text('dialproof', 'prefix of the keys in Redis, one for each installation'),
  leaseMs: wholeNumber(
    10_000,
    [1_000, DAY_MS],
    'milliseconds after which another process takes over the work of a killed one',
  ),
  workerHost: text('127.0.0.1', 'address on which a worker answers /healthz, /readyz and /metrics'),
  workerPort: wholeNumber(0, [0, 65_535], 'its TCP port; 0 picks a free one and prints it'),
} as const;

/** The contradictions of these settings, in sentences. */
export function manyMachinesProblems({
  databaseSchema,
  databaseUrl,
  migrate,
  redisPrefix,
  redisUrl,
  workers,
}: {
  readonly databaseSchema: string;
  readonly databaseUrl: string | null;
  readonly migrate: 'on' | 'off';
  readonly redisPrefix: string;
  readonly redisUrl: string | null;
  readonly workers: number;
}): string[] {
  const problems: string[] = [];
  if (!isSchemaName(databaseSchema)) {
    problems.push(
      `DIALPROOF_DATABASE_SCHEMA is "${databaseSchema}", expected 1 to 50 small letters, digits and underscores, no digit first.`,
    );
  }
  if (!/^[\w.{}-]+$/.test(redisPrefix)) {
    problems.push(`DIALPROOF_REDIS_PREFIX is "${redisPrefix}", expected letters, digits, - _ . { }.`);
  }
  if (databaseUrl !== null) return problems;
  if (redisUrl !== null) {
    problems.push('REDIS_URL needs DATABASE_URL: no other process works on the embedded file.');
  }
  if (workers === 0) {
    problems.push('DIALPROOF_WORKERS=0 needs DATABASE_URL: no other process works on the embedded file.');
  }
  if (migrate === 'off') {
    problems.push(
      'DIALPROOF_MIGRATE=off needs DATABASE_URL: each start brings the embedded file up to date.',
    );
  }
  return problems;
}
