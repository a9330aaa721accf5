import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../server/free-port.js';
import { ServiceProcess } from './service-process.js';

/** The drill's own Redis, which stores nothing on the disk. */
export interface OwnRedis {
  readonly url: string;
  readonly service: ServiceProcess;
  /** Deletes all keys. */
  flush(): Promise<void>;
  /** The number of its keys. */
  keys(): Promise<number>;
  /** Ends it, and removes its files. */
  remove(): Promise<void>;
}

const PROGRAM = 'redis-server';

/** The reason why no Redis can run here; undefined if one can. */
export function whyNoOwnRedis(): string | undefined {
  try {
    execFileSync(PROGRAM, ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `no Redis at ${PROGRAM}: on Debian, apt-get install redis-server`;
  }
}

/** Starts a Redis that listens only on the loopback interface. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'dialproof-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const service = new ServiceProcess({
    name: 'Redis',
    program: PROGRAM,
    args: [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
      ...['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'],
    ],
    logFile: join(folder, 'redis.log'),
    ask: () => withRedis(url, async (redis) => void (await redis.ping())),
  });
  const remove = async () => {
    service.goOn();
    await service.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await service.start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url,
    service,
    flush: () => withRedis(url, async (redis) => void (await redis.flushall())),
    keys: () => withRedis(url, (redis) => redis.dbsize()),
    remove,
  };
}

async function withRedis<Result>(url: string, use: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
