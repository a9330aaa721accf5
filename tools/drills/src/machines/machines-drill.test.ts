import { describe, expect, it } from 'vitest';
import { whyNoPostgres } from './fleet/drill-database.js';
import { runMachinesDrill } from './machines-drill.js';
import type { DrillSize, PhaseReport, SkippedPhase } from './phase.js';
import { whyNoOwnPostgres } from './services/own-postgres.js';
import { whyNoOwnRedis } from './services/own-redis.js';

const SHORT: DrillSize = {
  servers: 2,
  workers: 2,
  accounts: 2,
  files: 4,
  rows: 300,
  killEveryMs: 1_000,
  maxKills: 3,
  credits: 40,
  awayMs: 2_000,
  isPatient: false,
};

/** Runs the phase with this text in its name, smaller and shorter than usual. */
async function inShort(name: string): Promise<string> {
  const reports: (PhaseReport | SkippedPhase)[] = [];
  const violations = await runMachinesDrill({
    ...{ only: [name], seed: 1, size: SHORT },
    onPhase: (_, report) => reports.push(report),
  });
  const [report] = reports;
  if (report === undefined || 'skipped' in report) throw new Error(`skipped: ${report?.skipped}`);
  expect(violations).toEqual([]);
  return report.seen.join('\n');
}

/** Skips tests if something is missing, and names it in the title. */
function describeWhere(missing: string | undefined, subject: string, tests: () => void): void {
  describe.skipIf(missing !== undefined)(missing ? `${subject} (${missing})` : subject, tests);
}

describeWhere(await whyNoPostgres(), 'the drill of many machines, in short', () => {
  it('finds results and credits exact while processes are killed', { timeout: 120_000 }, async () => {
    const seen = await inShort('processes are killed');
    expect(seen).toMatch(/4 tasks with 1200 rows/);
    expect(seen).toMatch(/\d+ servers and \d+ workers killed/);
  });

  it('finds that exactly the balance is spent', { timeout: 60_000 }, async () => {
    expect(await inShort('spends')).toMatch(/400 credits asked for .* at 2 servers/);
  });

  it('finds what a worker had that stood still taken over', { timeout: 60_000 }, async () => {
    expect(await inShort('stands still for longer')).toMatch(/numbers were asked about twice/);
  });
});

describeWhere(whyNoOwnPostgres() ?? whyNoOwnRedis(), 'the drill of outages, in short', () => {
  it.each(['PostgreSQL is killed', 'PostgreSQL and Redis are away'])(
    'finds that work goes on by itself: %s',
    { timeout: 120_000 },
    async (name) => {
      expect(await inShort(name)).toMatch(/503 storage_unavailable/);
    },
  );
});
