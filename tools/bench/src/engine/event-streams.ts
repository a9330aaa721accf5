import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SandboxChecker } from '@dialproof/checkers';
import {
  accountId,
  createVerificationService,
  MemoryAuthenticator,
  type VerificationService,
} from '@dialproof/core';
import { verificationRouter } from '@dialproof/express';
import express from 'express';
import { type BenchStore, makeBenchStore } from './bench-store.js';

const COUNTS = [1, 50, 200];
const ACCOUNT = accountId('trial');
const IDLE_MS = 5_000;
/** The task takes about four seconds, with steady progress. */
const NUMBERS = 4_000;
const CHECK_MS = 20;
const CHECK_CONCURRENCY = 20;
const CHUNK_SIZE = 100;

/** How often the store is asked for a task with many event streams: before any progress, and during the work on it. */
export async function benchEventStreams(): Promise<void> {
  console.log(
    `streams: a task followed by ${COUNTS.join(', ')} event streams, ${NUMBERS} numbers at ${CHECK_MS} ms, ${CHECK_CONCURRENCY} at once`,
  );
  for (const count of COUNTS) {
    const bench = await makeBenchStore();
    try {
      console.log(`  ${String(count).padStart(3)}: ${await measure(bench, count)}`);
    } finally {
      await bench.remove();
    }
  }
}

async function measure({ ledger, store }: BenchStore, count: number): Promise<string> {
  await ledger.grant(ACCOUNT, NUMBERS);
  let reads = 0;
  const find = store.find.bind(store);
  store.find = (taskId) => {
    reads += 1;
    return find(taskId);
  };
  const service = createVerificationService({
    store,
    ledger,
    checker: new SandboxChecker({ delayMs: CHECK_MS }),
    checkConcurrency: CHECK_CONCURRENCY,
    chunkSize: CHUNK_SIZE,
    queue: null,
  });
  const { taskId } = await service.submit({ accountId: ACCOUNT, fileName: 'a.csv', content: content() });
  const { close, path } = await serve(service, count);
  const streams = await Promise.all(
    Array.from({ length: count }, () => openStream(`${path}/v1/verify/tasks/${taskId}/events`)),
  );
  const idle = await during(
    () => delay(IDLE_MS),
    () => reads,
  );
  const busy = await during(
    () => work(service),
    () => reads,
  );
  await Promise.all(streams.map(({ ended }) => ended));
  await close();
  await service.close();
  return `${idle.toFixed(1)} reads a second while it waits, ${busy.toFixed(0)} while it is worked on`;
}

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('phone\n');
  for (let row = 0; row < NUMBERS; row += 1) yield Buffer.from(`+1415556${String(row).padStart(4, '0')}\n`);
}

async function serve(service: VerificationService, count: number) {
  const authenticator = new MemoryAuthenticator([['trial', { accountId: ACCOUNT, suspended: false }]]);
  const app = express().use(verificationRouter({ service, authenticator, maxStreamsPerAccount: count }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  return {
    path: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Resolves with the first event. */
async function openStream(url: string): Promise<{ readonly ended: Promise<unknown> }> {
  const request = get(url, { headers: { authorization: 'Bearer trial' }, agent: false });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response?.statusCode !== 200) throw new Error(`a stream was answered with ${response?.statusCode}`);
  const ended = once(response, 'end');
  let text = '';
  await new Promise<void>((resolve) => {
    response.setEncoding('utf8').on('data', (piece: string) => {
      text = text.slice(-100) + piece;
      if (text.includes('id: ')) resolve();
    });
  });
  return { ended };
}

/** The increase of a count per second. */
async function during(run: () => Promise<unknown>, count: () => number): Promise<number> {
  const [began, before] = [performance.now(), count()];
  await run();
  return ((count() - before) / (performance.now() - began)) * 1_000;
}

/** Does all work, two chunks at a time. */
async function work(service: VerificationService): Promise<void> {
  const one = async (): Promise<void> => {
    while ((await service.work()).did === 'work');
  };
  await Promise.all([one(), one()]);
}
