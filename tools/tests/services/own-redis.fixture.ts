import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Redis } from 'ioredis';
import { describe, onTestFinished } from 'vitest';

/** A free port of the loopback interface. It is not reserved, so another process may take it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Why tests that start a Redis server of their own are skipped. */
const SERVER_MISSING = await whyNoServer();

/** For tests that flush, restart or pause Redis. */
export function describeOnOwnRedis(subject: string, tests: () => void): void {
  const isMissing = SERVER_MISSING !== undefined;
  describe.skipIf(isMissing)(isMissing ? `${subject} (${SERVER_MISSING})` : subject, tests);
}

/** A Redis server for one test, without persistence. */
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

  /** Sends a command to the server over a new connection. */
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

async function whyNoServer(): Promise<string | undefined> {
  const process = spawn('redis-server', ['--version'], { stdio: 'ignore' });
  return new Promise((resolve) => {
    process.on('error', () => resolve('there is no redis-server to start'));
    process.on('exit', () => resolve(undefined));
  });
}
