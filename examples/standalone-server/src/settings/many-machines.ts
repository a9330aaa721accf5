import { choice, text, wholeNumber } from './setting-variable.js';

const DAY_MS = 86_400_000;

/** Settings of servers and workers that share one PostgreSQL database. */
export const MANY_MACHINES = {
  databaseSchema: text(
    'DIALPROOF_DATABASE_SCHEMA',
    'dialproof',
    'schema of the tables in PostgreSQL; it is made if missing',
  ),
  databaseConnections: wholeNumber(
    'DIALPROOF_DATABASE_CONNECTIONS',
    10,
    { min: 2, max: 1_000 },
    'connections to PostgreSQL that this process has open at most',
  ),
  migrate: choice(
    'DIALPROOF_MIGRATE',
    'on',
    ['on', 'off'],
    'whether a start brings the tables in PostgreSQL up to date; with `off`, it refuses those that are not: run `npm run -s migrate` before',
  ),
  workers: wholeNumber(
    'DIALPROOF_WORKERS',
    8,
    { min: 0, max: 1_000 },
    'pieces of files that this process works on at once; 0 leaves files and webhooks to processes of `npm run worker`, over PostgreSQL only',
  ),
  leaseMs: wholeNumber(
    'DIALPROOF_LEASE_MS',
    60_000,
    { min: 1_000, max: DAY_MS },
    'milliseconds after which the work of a process that was killed is taken up by another',
  ),
  workerHost: text(
    'DIALPROOF_WORKER_HOST',
    '127.0.0.1',
    'address on which a worker answers /healthz, /readyz and /metrics',
  ),
  workerPort: wholeNumber(
    'DIALPROOF_WORKER_PORT',
    0,
    { min: 0, max: 65_535 },
    'TCP port of that; 0 takes one that is free and prints it',
  ),
} as const;

/** What these settings say that cannot be, in sentences. */
export function manyMachinesProblems(
  {
    databaseSchema,
    migrate,
    workers,
  }: { readonly databaseSchema: string; readonly migrate: 'on' | 'off'; readonly workers: number },
  databaseUrl: string | null,
): string[] {
  const problems: string[] = [];
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(databaseSchema)) {
    problems.push(
      `DIALPROOF_DATABASE_SCHEMA is "${databaseSchema}", expected 1 to 50 small letters, digits and underscores, no digit first.`,
    );
  }
  if (databaseUrl !== null) return problems;
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
