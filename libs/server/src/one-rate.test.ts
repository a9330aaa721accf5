import { startFakeUpstream, twilioUpstream } from '@dialproof/testkit/upstreams';
import { expect, it, onTestFinished } from 'vitest';
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

describeOnPostgres('the rate of an upstream', () => {
  const withRate = (entries: readonly object[]) => checkers(entries, { callsPerSecond: 20 });

  it('is divided among a server and its workers', async () => {
    const arrivals: number[] = [];
    const answers = twilioUpstream({ accountSid: 'AC1', authToken: 'secret', lines: new Map() });
    const upstream = await startFakeUpstream((request) => {
      if (request.query.get('Fields') === 'line_status') arrivals.push(performance.now());
      return answers(request);
    });
    onTestFinished(() => upstream.close());
    const settings = overSchema({
      workers: 1,
      processes: 2,
      // A call that a slow machine holds up is not repeated.
      checkDeadlineMs: 100_000,
      ...withRate([
        { checker: 'twilio', baseUrl: upstream.baseUrl, accountSid: 'AC1', authToken: { env: 'SECRET' } },
      ]),
    });
    const server = await trialServer(settings);
    const worker = await startWorker({ ...readSettings({}), ...settings, workerPort: 0 }, { log });
    onTestFinished(() => worker.close());
    const files = [0, 1, 2].map((file) =>
      Array.from({ length: 20 }, (_, index) => `+1415555${1_000 + 20 * file + index}`),
    );
    const tasks = await Promise.all(files.map((rows) => submitted(server, `phone\n${rows.join('\n')}\n`)));
    await Promise.all(tasks.map((taskId) => result(server, taskId)));
    expect(arrivals).toHaveLength(60);
    // However slow the machine is, 60 calls at 20 a second take more than two seconds.
    expect((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(2_000);
  });

  it('needs the number of processes', async () => {
    const started = trialServer(overSchema(withRate([{ checker: 'sandbox' }])));
    await expect(started).rejects.toThrow(/^callsPerSecond over PostgreSQL needs DIALPROOF_PROCESSES/);
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
