import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { accountId, createVerificationService, MemoryCreditLedger } from '@dialproof/core';
import { SqlEventOutbox, SqlTaskStore, SqlWebhookStore } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { selfSignedCertificate } from '@dialproof/testkit/upstreams';
import { createWebhooks } from '@dialproof/webhooks';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';

// Built, also when the test runs from its sources.
const PROGRAM = fileURLToPath(new URL('../../dist/webhooks/delivering-process.js', import.meta.url));
const ADA = accountId('ada');
const TASKS = 6;
/** Longer than a lease on a delivery or an event. */
const LEASE_OVER_MS = 61_000;

interface Received {
  readonly id: string;
  readonly taskId: string;
  readonly path: string;
}

/** A receiver that verifies what arrives. `onRequest` answers. */
async function startReceiver(secrets: Map<string, string>) {
  const { cert, key } = selfSignedCertificate('receiver.test');
  const received: Received[] = [];
  const receiver = { received, certificate: cert, port: 0, onRequest: (_: ServerResponse): void => {} };
  const server = createServer({ cert, key }, async (request, response) => {
    const body = await text(request);
    const { headers, url: path = '' } = request;
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    const { data } = new Webhook(secrets.get(path) ?? '').verify(body, signed) as {
      data: { task_id: string };
    };
    received.push({ id: String(headers['webhook-id']), taskId: data.task_id, path });
    receiver.onRequest(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A TCP server's address is an object.
  receiver.port = (server.address() as AddressInfo).port;
  return receiver;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

it('a process that is killed while it delivers loses no event, and each keeps its id', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-drill-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'test.db');
  const secrets = new Map<string, string>();
  const receiver = await startReceiver(secrets);

  const database = await openSqliteDatabase({ file });
  const outbox = new SqlEventOutbox({ database });
  const webhooks = createWebhooks({ store: new SqlWebhookStore({ database }), outbox });
  for (const path of ['/one', '/two']) {
    const url = `https://receiver.test:${receiver.port}${path}`;
    secrets.set(path, (await webhooks.create({ accountId: ADA, url, events: ['task.done'] })).secret);
  }
  const ledger = new MemoryCreditLedger();
  await ledger.grant(ADA, 100);
  const store = new SqlTaskStore({ database, outbox });
  const checker = { check: async () => 'inactive' as const };
  const service = createVerificationService({ store, ledger, checker, queue: null });
  const taskIds: string[] = [];
  for (let made = 0; made < TASKS; made += 1) {
    const content = Readable.from([Buffer.from('phone\n+14155550100\n')]);
    taskIds.push((await service.submit({ accountId: ADA, fileName: 'people.csv', content })).taskId);
  }
  while ((await service.work()).did === 'work');
  await service.close();
  await database.close();

  let starts = 0;
  const start = (): ChildProcess => {
    const setting = { file, certificate: receiver.certificate, aheadMs: starts * LEASE_OVER_MS };
    starts += 1;
    const child = fork(PROGRAM, [JSON.stringify(setting)]);
    onTestFinished(() => kill(child));
    return child;
  };
  /** Runs a process until `isOver`, which is called at each request, and then kills it. */
  const killAt = async (isOver: (response: ServerResponse) => boolean | Promise<boolean>): Promise<void> => {
    const child = start();
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error('the process ended by itself')));
      receiver.onRequest = async (response) => {
        if (!(await isOver(response))) return;
        child.removeAllListeners('exit');
        await kill(child);
        resolve();
      };
    });
    receiver.onRequest = () => {};
  };
  const told = (): ReadonlySet<string> =>
    new Set(receiver.received.map(({ path, taskId }) => `${path} ${taskId}`));

  // The delivery is sent, but not answered.
  await killAt(() => true);
  expect(receiver.received.length).toBeGreaterThan(0);
  // It is answered, and may or may not be recorded yet.
  await killAt(async (response) => {
    const finished = once(response, 'finish');
    response.writeHead(200).end();
    await finished;
    return true;
  });
  // The kill comes in the middle of other deliveries.
  let requests = 0;
  await killAt((response) => {
    requests += 1;
    if (requests < 4) response.writeHead(204).end();
    return requests === 4;
  });
  const before = receiver.received.length;
  await killAt((response) => {
    response.writeHead(204).end();
    return told().size === 2 * TASKS;
  });

  expect(told()).toEqual(new Set(['/one', '/two'].flatMap((path) => taskIds.map((id) => `${path} ${id}`))));
  const ids = new Map<string, Set<string>>();
  for (const { id, taskId } of receiver.received) ids.set(taskId, (ids.get(taskId) ?? new Set()).add(id));
  expect([...ids.values()].map(({ size }) => size)).toEqual(Array(TASKS).fill(1));
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(TASKS);
  // Unanswered deliveries came again.
  expect(before).toBeGreaterThanOrEqual(3);
  expect(receiver.received.length).toBeGreaterThan(2 * TASKS);
});
