import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { describe, onTestFinished } from 'vitest';

/** Where tests look for Redis. */
export const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** Why tests that need Redis are skipped, undefined where there is one. */
const REDIS_MISSING = await whyNoRedis();
/** Why tests that start a Redis server of their own are skipped. */
const SERVER_MISSING = await whyNoServer();

export function describeOnRedis(subject: string, tests: () => void): void {
  const isMissing = REDIS_MISSING !== undefined;
  describe.skipIf(isMissing)(isMissing ? `${subject} (${REDIS_MISSING})` : subject, tests);
}

/** For tests that flush or restart Redis, or hold it still. */
export function describeOnOwnRedis(subject: string, tests: () => void): void {
  const isMissing = SERVER_MISSING !== undefined;
  describe.skipIf(isMissing)(isMissing ? `${subject} (${SERVER_MISSING})` : subject, tests);
}

/** A prefix that nobody else uses. Its keys are removed after the test. */
export function prefixOfTest(): string {
  const prefix = `test-${randomUUID()}`;
  onTestFinished(() => removeKeys(prefix));
  return prefix;
}

/** A connection that is closed after the test. */
export function clientOfTest(url = REDIS_URL): Redis {
  const client = new Redis(url);
  onTestFinished(() => client.disconnect());
  return client;
}

export async function removeKeys(prefix: string): Promise<void> {
  const client = new Redis(REDIS_URL);
  for await (const keys of client.scanStream({ match: `${prefix}:*`, count: 1_000 })) {
    if (keys.length > 0) await client.unlink(...keys);
  }
  client.disconnect();
}

/** A server of one test's own, which keeps nothing. */
export class OwnRedis {
  readonly port: number;
  #process: ReturnType<typeof spawn> | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<OwnRedis> {
    const server = new OwnRedis(await freePort());
    await server.startAgain();
    onTestFinished(() => server.kill());
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it again, empty. */
  async startAgain(): Promise<void> {
    const settings = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--save', '', '--maxmemory', '64mb'];
    this.#process = spawn('redis-server', settings, { stdio: 'ignore' });
    const client = new Redis(this.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    await client.ping();
    client.disconnect();
  }

  /** Asks the server to do something, on a connection of its own. */
  async command(name: string, ...args: string[]): Promise<void> {
    const client = new Redis(this.url);
    await client.call(name, ...args);
    client.disconnect();
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(signal);
  }

  async kill(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (process === undefined || process.exitCode !== null) return;
    const exited = once(process, 'exit');
    process.kill('SIGKILL');
    await exited;
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}

async function whyNoRedis(): Promise<string | undefined> {
  const client = new Redis(REDIS_URL, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return `no Redis at ${new URL(REDIS_URL).host}: ${error instanceof Error ? error.message : error}`;
  } finally {
    client.disconnect();
  }
}

async function whyNoServer(): Promise<string | undefined> {
  const process = spawn('redis-server', ['--version'], { stdio: 'ignore' });
  return new Promise((resolve) => {
    process.on('error', () => resolve('there is no redis-server to start'));
    process.on('exit', () => resolve(undefined));
  });
}
