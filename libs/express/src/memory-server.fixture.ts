import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  MemoryAccountRegistry,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
  newTaskId,
  type TaskContents,
  type TaskDraft,
  type TaskId,
} from '@dialproof/core';
import { EndingsChecker, type MountedServer, type OpenAccountRequest } from '@dialproof/testkit';
import express, { type RequestHandler } from 'express';
import { verificationRouter } from './verification-router.js';

const MAX_ROWS = 200;
const MAX_FILE_BYTES = 4_194_304;

/** A store whose drafts can be looked at. */
class WatchedTaskStore extends MemoryTaskStore {
  readonly drafts = new Set<TaskId>();

  override async begin(draft: TaskDraft): Promise<void> {
    await super.begin(draft);
    this.drafts.add(draft.taskId);
  }

  override async enqueue(taskId: TaskId, contents: TaskContents): ReturnType<MemoryTaskStore['enqueue']> {
    const task = await super.enqueue(taskId, contents);
    this.drafts.delete(taskId);
    return task;
  }

  override async discard(taskId: TaskId): Promise<void> {
    await super.discard(taskId);
    this.drafts.delete(taskId);
  }
}

export interface MemoryServerOptions {
  /** What the host has in front of the router. */
  readonly before?: readonly RequestHandler[];
  readonly hasRegistration?: boolean;
}

/** The router over the memory ports, mounted at `/v1` and at `/` of an Express application. */
export async function startMemoryServer({
  before = [],
  hasRegistration = true,
}: MemoryServerOptions = {}): Promise<MountedServer> {
  const tempDirectory = await mkdtemp(join(tmpdir(), 'dialproof-express-'));
  const store = new WatchedTaskStore();
  const ledger = new MemoryCreditLedger();
  const authenticator = new MemoryAuthenticator();
  const service = createVerificationService({
    store,
    ledger,
    checker: new EndingsChecker(),
    queue: new InProcessTaskQueue(),
    maxRows: MAX_ROWS,
    tableLimits: { maxFileBytes: MAX_FILE_BYTES },
    outageTimeoutMs: 500,
    tempDirectory,
  });
  await service.start();
  const accounts = new MemoryAccountRegistry({ authenticator });
  const router = verificationRouter({ service, authenticator, ...(hasRegistration ? { accounts } : {}) });
  const app = express();
  for (const handler of before) app.use(handler);
  const server = createServer(app.use('/v1', router).use(router));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an object.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    baseUrl: origin,
    otherBaseUrls: [`${origin}/v1`],
    maxRows: MAX_ROWS,
    maxFileBytes: MAX_FILE_BYTES,
    hasRegistration,
    async openAccount({ credits, suspended }: OpenAccountRequest) {
      const [account, token] = [accountId(newTaskId()), `token-${newTaskId()}`];
      authenticator.add(token, { accountId: account, suspended });
      await ledger.grant(account, credits);
      return { token, balance: () => ledger.balance(account) };
    },
    leftovers: async () => [...store.drafts, ...(await readdir(tempDirectory))],
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, service.close()]);
      await rm(tempDirectory, { recursive: true });
    },
  };
}
