import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeOnOwnRedis, OwnRedis } from '../../../tools/tests/services/own-redis.fixture.js';
import {
  describeOnPostgres,
  HASTY_POSTGRES_URL,
  schemaOfTest,
} from '../../../tools/tests/services/postgres.fixture.js';
import { checkingOf } from './configured-service.js';
import { createLog } from './log.js';
import { readSettings, type Settings } from './settings/settings.js';
import { startWorker } from './start-worker.js';
import { openStorage } from './storage/storage.js';
import { checkers, result, submitted, trialFolder, trialServer, verify } from './trial-server.fixture.js';

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

describe('the rate of a process', () => {
  const started = async (isOnPostgres: boolean, processes: number) => {
    const settings = {
      ...readSettings({}),
      processes,
      ...checkers([{ checker: 'sandbox' }], { callsPerSecond: 20 }),
    };
    const storage = await openStorage(join(await trialFolder(), 'dialproof.sqlite'), settings);
    onTestFinished(() => storage.database.close());
    // Nothing is read of the database before the first check.
    const postgres = isOnPostgres ? (storage.database as never) : null;
    return await checkingOf(settings, { log }, { ...storage, postgres });
  };

  it.each([
    ['its part over PostgreSQL', true, 4, 5],
    ['the whole, if it is alone', true, 1, 20],
    ['the whole with a file, which has one server', false, 4, 20],
  ])('is %s', async (_, isOnPostgres, processes, perSecond) => {
    expect(await started(isOnPostgres, processes)).toMatchObject({ maxCallsPerSecond: perSecond });
  });

  it('is not guessed over PostgreSQL', async () => {
    await expect(started(true, 0)).rejects.toThrow(
      /^callsPerSecond over PostgreSQL needs DIALPROOF_PROCESSES/,
    );
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
