import { RedisRateStore } from '@dialproof/bullmq/rates';
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
import { describeOnRedis, prefixOfTest, REDIS_URL } from '../../../tools/tests/services/redis.fixture.js';
import { createLog } from './log.js';
import { readSettings, type Settings } from './settings/settings.js';
import { startWorker } from './start-worker.js';
import {
  checkers,
  result,
  submitted,
  type TrialServer,
  trialServer,
  verify,
} from './trial-server.fixture.js';

const log = createLog('silent', { write: () => {} });
const PHONE = '+14155550102';
/** A window that no test outlives. */
const SECONDS = 3_600;

/** Settings of processes that share a schema of the test's own, and work without delay. */
function overSchema(settings: Partial<Settings> = {}): Partial<Settings> {
  return {
    databaseUrl: HASTY_POSTGRES_URL,
    databaseSchema: schemaOfTest(),
    databaseConnections: 4,
    ...settings,
  };
}

/** Two servers of one installation, and the token of its first account. */
async function twoServers(settings: Partial<Settings>): Promise<readonly [TrialServer, TrialServer]> {
  const one = await trialServer(settings);
  const two = await trialServer(settings);
  return [one, { ...two, token: one.token }];
}

const guess = (server: TrialServer) => verify({ ...server, token: 'nobody has this one' }, PHONE);

/** The answers to consecutive requests under a policy of three requests, at one server and the other in turn. */
async function statusesInTurn(
  servers: readonly [TrialServer, TrialServer],
  ask: (server: TrialServer) => Promise<Response>,
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const index of [0, 1, 0, 1, 0]) statuses.push((await ask(servers[index] ?? servers[0])).status);
  return statuses;
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

function sharedRateTests(shared: () => Partial<Settings>): void {
  it('hold for an account over two servers', async () => {
    const rates = { verify: { requests: 3, seconds: SECONDS } };
    const servers = await twoServers(overSchema({ rates, ...shared() }));
    expect(await statusesInTurn(servers, (server) => verify(server, PHONE))).toEqual([
      200, 200, 200, 429, 429,
    ]);
  });

  it('hold for the failed sign-ins of an address over two servers', async () => {
    const rates = { failedSignIns: { requests: 3, seconds: SECONDS } };
    const servers = await twoServers(overSchema({ rates, ...shared() }));
    expect(await statusesInTurn(servers, guess)).toEqual([401, 401, 401, 429, 429]);
    expect((await verify(servers[1], PHONE)).status).toBe(429);
  });

  it('hold for the calls of an upstream over a server and two workers', async () => {
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
      ...shared(),
    });
    const server = await trialServer(settings);
    for (const port of [0, 0]) {
      const worker = await startWorker({ ...readSettings({}), ...settings, workerPort: port }, { log });
      onTestFinished(() => worker.close());
    }
    const store = settings.redisUrl === undefined ? PostgresRateStore : RedisRateStore;
    const leases = followLeases(store.prototype, 3);
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
}

describeOnPostgres('rates in PostgreSQL', () => {
  sharedRateTests(() => ({}));
});

describeOnPostgres('rates in Redis', () => {
  describeOnRedis('beside PostgreSQL', () => {
    sharedRateTests(() => ({ redisUrl: REDIS_URL, redisPrefix: prefixOfTest() }));
  });
});

describeOnPostgres('a Redis that goes away and comes back', () => {
  describeOnOwnRedis('beside PostgreSQL', () => {
    it('holds up no upload and no work, and has each process count by itself meanwhile', async () => {
      const redis = await OwnRedis.start();
      const rates = { verify: { requests: 3, seconds: SECONDS } };
      const settings = overSchema({ redisUrl: redis.url, rates, workers: 0 });
      const servers = await twoServers(settings);
      const [one, two] = servers;
      const worker = await startWorker({ ...readSettings({}), ...settings, workers: 2 }, { log });
      onTestFinished(() => worker.close());
      await result(two, await submitted(one, `phone\n${PHONE}\n`));
      expect((await verify(one, PHONE)).status).toBe(200);

      await redis.kill();
      await result(two, await submitted(one, `phone\n${PHONE}\n`));
      const alone = await statusesInTurn(servers, (server) => verify(server, PHONE));
      expect(alone).toEqual([200, 200, 200, 200, 200]);
      expect((await verify(one, PHONE)).status).toBe(429);
      expect(one.logLines.join('')).toContain('requests are counted by this process alone');

      await redis.startAgain();
      // Empty: counts from before and meanwhile are forgotten.
      await expect.poll(async () => (await verify(one, PHONE)).status).toBe(200);
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
