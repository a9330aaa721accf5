import type { RateLeaseRequest, RateStore } from '@dialproof/core';
import { PostgresRateStore } from '@dialproof/sql/postgres';
import { startFakeUpstream, twilioUpstream } from '@dialproof/testkit/upstreams';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeOnOwnRedis, OwnRedis } from '../../../tools/tests/services/own-redis.fixture.js';
import {
  describeOnPostgres,
  HASTY_POSTGRES_URL,
  schemaOfTest,
} from '../../../tools/tests/services/postgres.fixture.js';
import { createLog } from './log.js';
import { readSettings, type Settings } from './settings/settings.js';
import { startWorker } from './start-worker.js';
import { checkers, result, submitted, trialServer, verify } from './trial-server.fixture.js';

const log = createLog('silent', { write: () => {} });
const PHONE = '+14155550102';

/** Settings of processes that share a schema of the test's own, and work without delay. */
function overSchema(settings: Partial<Settings> = {}): Partial<Settings> {
  return {
    databaseUrl: HASTY_POSTGRES_URL,
    databaseSchema: schemaOfTest(),
    databaseConnections: 4,
    ...settings,
  };
}

/**
 * The reservations of an upstream's rate by the processes of a test. Their first leases wait until this many processes have requested one.
 */
function followLeases(prototype: RateStore, processes: number) {
  const lease = prototype.lease;
  const stores = new Set<RateStore>();
  const requests: RateLeaseRequest[] = [];
  const followed = { requests, stores, reserved: 0 };
  let openGate = () => {};
  const haveAllAsked = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  const spy = vi.spyOn(prototype, 'lease');
  spy.mockImplementation(async function (this: RateStore, request) {
    requests.push(request);
    if (stores.add(this).size === processes) openGate();
    await haveAllAsked;
    const answer = await lease.call(this, request);
    followed.reserved += answer.delaysMs.length;
    return answer;
  });
  onTestFinished(() => spy.mockRestore());
  return followed;
}

describeOnPostgres('the rate of an upstream', () => {
  it('holds for the calls of an upstream over a server and two workers', async () => {
    const PER_SECOND = 200;
    const NUMBERS = 150;
    let calls = 0;
    const answers = twilioUpstream({ accountSid: 'AC1', authToken: 'secret', lines: new Map() });
    const upstream = await startFakeUpstream((request) => {
      if (request.query.get('Fields') === 'line_status') calls += 1;
      return answers(request);
    });
    onTestFinished(() => upstream.close());
    const settings = overSchema({
      workers: 1,
      processes: 3,
      // A call that a slow machine holds up is not repeated.
      checkDeadlineMs: 100_000,
      ...checkers(
        [{ checker: 'twilio', baseUrl: upstream.baseUrl, accountSid: 'AC1', authToken: { env: 'SECRET' } }],
        { callsPerSecond: PER_SECOND },
      ),
    });
    const server = await trialServer(settings);
    for (const port of [0, 0]) {
      const worker = await startWorker({ ...readSettings({}), ...settings, workerPort: port }, { log });
      onTestFinished(() => worker.close());
    }
    const leases = followLeases(PostgresRateStore.prototype, 3);
    const rows = Array.from({ length: NUMBERS }, (_, index) => `+1415555${1_000 + index}`);
    const files = [rows.slice(0, 50), rows.slice(50, 100), rows.slice(100)];
    const tasks = await Promise.all(files.map((part) => submitted(server, `phone\n${part.join('\n')}\n`)));
    await Promise.all(tasks.map((taskId) => result(server, taskId)));
    expect(calls).toBe(NUMBERS);
    expect(leases.stores.size).toBe(3);
    expect(leases.reserved).toBeGreaterThanOrEqual(NUMBERS);
    for (const { limits } of leases.requests) {
      expect(limits).toMatchObject([{ name: 'perSecond', limit: PER_SECOND, windowMs: 1_000 }]);
    }
  });
});

describeOnPostgres('a Redis that goes away and comes back', () => {
  describeOnOwnRedis('beside PostgreSQL', () => {
    it('holds up no upload and no work', async () => {
      const redis = await OwnRedis.start();
      const settings = overSchema({ redisUrl: redis.url, workers: 0 });
      const [one, another] = [await trialServer(settings), await trialServer(settings)];
      const two = { ...another, token: one.token };
      const worker = await startWorker({ ...readSettings({}), ...settings, workers: 2 }, { log });
      onTestFinished(() => worker.close());
      await result(two, await submitted(one, `phone\n${PHONE}\n`));
      await redis.kill();
      await result(two, await submitted(one, `phone\n${PHONE}\n`));
      expect((await verify(one, PHONE)).status).toBe(200);
      await redis.startAgain();
      await result(two, await submitted(one, `phone\n${PHONE}\n`));
    });

    it('is not needed for a start', async () => {
      const redis = await OwnRedis.start();
      await redis.kill();
      const server = await trialServer(overSchema({ redisUrl: redis.url }));
      await result(server, await submitted(server, `phone\n${PHONE}\n`));
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
      expect(server.logLines.join('')).toContain('queue_failed');
    });
  });
});
