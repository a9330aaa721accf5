import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccountRegistry,
  type Authenticator,
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
  type VerificationService,
} from '@dialproof/core';
import { EndingsChecker } from './endings-checker.js';
import type { MountedServer, OpenAccountRequest } from './http-contract.js';

const MAX_ROWS = 200;
const MAX_FILE_BYTES = 4_194_304;

/** What is to be mounted: the options of the contract, or of whatever an adapter makes of it. */
export interface MemoryParts {
  readonly service: VerificationService;
  readonly authenticator: Authenticator;
  /** Left out where the server is to have no registration. */
  readonly accounts?: AccountRegistry;
}

/** Where it was mounted. */
export interface Mount {
  /** As in {@link MountedServer}. */
  readonly baseUrl: string;
  /** Default none. */
  readonly otherBaseUrls?: readonly string[];
  /** Stops listening, whatever connections are open. */
  close(): Promise<void>;
}

export interface MemoryServerOptions {
  /** Default true. */
  readonly hasRegistration?: boolean;
  /** Whether what is mounted starts and closes the service by itself, as a module of a framework may. Default false. */
  readonly startsService?: boolean;
}

/**
 * A server for {@link httpContract} over the memory ports, started: an adapter's tests bring only `mount`, which puts the parts into
 * an application and listens.
 */
export async function startMemoryServer(
  mount: (parts: MemoryParts) => Promise<Mount>,
  { hasRegistration = true, startsService = false }: MemoryServerOptions = {},
): Promise<MountedServer> {
  const tempDirectory = await mkdtemp(join(tmpdir(), 'dialproof-mounted-'));
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
  if (!startsService) await service.start();
  const accounts = new MemoryAccountRegistry({ authenticator });
  const watches = new Set<object>();
  const watched = withWatchesIn(watches, service);
  const mounted = await mount({
    service: watched,
    authenticator,
    ...(hasRegistration ? { accounts } : {}),
  });
  return {
    baseUrl: mounted.baseUrl,
    otherBaseUrls: mounted.otherBaseUrls ?? [],
    maxRows: MAX_ROWS,
    maxFileBytes: MAX_FILE_BYTES,
    hasRegistration,
    async openAccount({ credits, suspended }: OpenAccountRequest) {
      const [account, token] = [accountId(newTaskId()), `token-${newTaskId()}`];
      authenticator.add(token, { accountId: account, suspended });
      await ledger.grant(account, credits);
      return { token, balance: () => ledger.balance(account) };
    },
    leftovers: async () => [
      ...store.drafts,
      ...(await readdir(tempDirectory)),
      ...Array.from(watches, () => 'a watch of a task'),
    ],
    async close() {
      await Promise.all([mounted.close(), service.close()]);
      await rm(tempDirectory, { recursive: true });
    },
  };
}

/** Listens with a function of node:http, Express applications among them, on a free port of this machine. */
export async function listenLocally(listener: RequestListener): Promise<Mount> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The service, with its watches in this set for as long as they go on. */
function withWatchesIn(watches: Set<object>, service: VerificationService): VerificationService {
  return {
    ...service,
    async *watch(request) {
      const watch = {};
      watches.add(watch);
      try {
        yield* service.watch(request);
      } finally {
        watches.delete(watch);
      }
    },
  };
}

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
