import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccountId,
  type AccountRegistry,
  type AccountTokens,
  type Authenticator,
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  type Lease,
  MemoryAuthenticator,
  MemoryListStore,
  MemorySingleAnswerStore,
  MemorySpendingCounts,
  MemorySuppressionList,
  MemoryTaskStore,
  newTaskId,
  type Task,
  type TaskContents,
  type TaskDraft,
  type TaskId,
  type VerificationService,
} from '@dialproof/core';
import type { ContractWebhooks } from '@dialproof/http';
import { createWebhooks } from '@dialproof/webhooks';
import { MemoryAccountRegistry, MemoryAccountTokens, MemoryWebhookStore } from '../../memory/index.js';
import { EndingsChecker } from './endings-checker.js';
import { FailingLedger, ForgetfulReplays } from './failing-parts.js';
import type { MountedBounds, MountedServer, OpenAccountRequest } from './mounted-server.js';

const MAX_ROWS = 200;
const MAX_FILE_BYTES = 4_194_304;
const BOUNDS: MountedBounds = { maxUnfinishedTasks: 6, maxDailyTasks: 20, maxStoredBytes: 5_242_880 };

const MAX_DOWNLOADS_PER_ACCOUNT = 3;

/** The parts to be mounted: the options of the contract, or those that an adapter makes from them. */
export interface MemoryParts {
  readonly service: VerificationService;
  /** Also knows a token in the cookie `session` of the framework's request. */
  readonly authenticator: Authenticator;
  /** Left out if the server has no registration. */
  readonly accounts?: AccountRegistry;
  /** Nothing is ever sent to their addresses. */
  readonly webhooks: ContractWebhooks;
  readonly tokens: AccountTokens;
  readonly maxDownloadsPerAccount: number;
}

/** A mount that listens. */
export interface Mount {
  /** As in {@link MountedServer}. */
  readonly baseUrl: string;
  /** Default: none. */
  readonly otherBaseUrls?: readonly string[];
  /** Stops listening, whatever connections are open. */
  close(): Promise<void>;
}

export interface MemoryServerOptions {
  /** Default true. */
  readonly hasRegistration?: boolean;
  /** Whether the mount starts and closes the service itself, as a module of a framework may. Default false. */
  readonly startsService?: boolean;
}

/**
 * Starts a server for {@link httpContract} over the memory ports. The tests of an adapter bring only `mount`, which puts the parts into an
 * application and listens.
 */
export async function startMemoryServer(
  mount: (parts: MemoryParts) => Promise<Mount>,
  { hasRegistration = true, startsService = false }: MemoryServerOptions = {},
): Promise<MountedServer> {
  const tempDirectory = await mkdtemp(join(tmpdir(), 'dialproof-mounted-'));
  const lists = new MemoryListStore();
  const store = new WatchedTaskStore({ lists });
  const ledger = new FailingLedger();
  const replays = new ForgetfulReplays();
  const authenticator = new MemoryAuthenticator();
  const checker = new EndingsChecker();
  const counts = new Map<string, MemorySpendingCounts>();
  const service = createVerificationService({
    store,
    ledger,
    checker,
    queue: new InProcessTaskQueue(),
    archive: store,
    lists,
    suppressions: new MemorySuppressionList(),
    singleAnswers: new MemorySingleAnswerStore(),
    boundedTasks: store,
    maxUnfinishedTasksPerAccount: BOUNDS.maxUnfinishedTasks,
    maxDailyTasksPerAccount: BOUNDS.maxDailyTasks,
    maxStoredBytesPerAccount: BOUNDS.maxStoredBytes,
    statement: ledger,
    creditCounts(countedAs) {
      const known = counts.get(countedAs) ?? new MemorySpendingCounts();
      counts.set(countedAs, known);
      return known;
    },
    replays,
    maxRows: MAX_ROWS,
    tableLimits: { maxFileBytes: MAX_FILE_BYTES },
    // Failed checks are not repeated: their pauses would delay the suite.
    checkAttempts: 1,
    outageTimeoutMs: 500,
    tempDirectory,
  });
  if (!startsService) await service.start();
  const accounts = new MemoryAccountRegistry({ authenticator });
  let accountsOpened = 0;
  const watches = new Set<object>();
  const watched = withWatchesIn(watches, service);
  const mounted = await mount({
    service: watched,
    authenticator: orByCookie(authenticator),
    webhooks: createWebhooks({ store: new MemoryWebhookStore(), outbox: null }),
    tokens: new MemoryAccountTokens({ authenticator }),
    maxDownloadsPerAccount: MAX_DOWNLOADS_PER_ACCOUNT,
    ...(hasRegistration ? { accounts } : {}),
  });
  return {
    baseUrl: mounted.baseUrl,
    otherBaseUrls: mounted.otherBaseUrls ?? [],
    maxRows: MAX_ROWS,
    maxFileBytes: MAX_FILE_BYTES,
    hasRegistration,
    hasArchive: true,
    hasStatement: true,
    hasWebhooks: true,
    hasLists: true,
    hasSuppressions: true,
    hasSingleAnswers: true,
    hasTokens: true,
    hasScopes: true,
    bounds: BOUNDS,
    maxDownloadsPerAccount: MAX_DOWNLOADS_PER_ACCOUNT,
    remembersKeys: true,
    cookieOf: (token) => `${SESSION}=${token}`,
    faults: {
      loseNextSettlement: () => ledger.loseNextSettlement(),
      endRequestLeases: () => replays.endLeases(),
    },
    answerSlowChecks: () => checker.answerSlowChecks(),
    async openAccount({ credits, scopes, suspended }: OpenAccountRequest) {
      accountsOpened += 1;
      const isNumber = accountsOpened % 2 === 1;
      const account = accountId(isNumber ? accountsOpened : newTaskId());
      const token = `token-${newTaskId()}`;
      // Some hosts number their users. In JavaScript they may return the number itself, which the types forbid.
      const named = (isNumber ? accountsOpened : account) as unknown as AccountId;
      authenticator.add(token, { accountId: named, suspended, ...(scopes === undefined ? {} : { scopes }) });
      await ledger.grant(account, credits);
      return { token, balance: () => ledger.balance(account) };
    },
    leftovers: async () => [
      ...store.drafts,
      ...(await readdir(tempDirectory)),
      ...Array.from(watches, () => 'a watch of a task'),
    ],
    async close() {
      checker.answerSlowChecks();
      await Promise.all([mounted.close(), service.close()]);
      await rm(tempDirectory, { recursive: true });
    },
  };
}

/** Listens with a function of node:http, Express applications among them, on a free port of this machine. */
export async function listenLocally(listener: RequestListener): Promise<Mount> {
  // Node's default, 5 seconds, may end while a busy machine sends the next request, and the client then loses the reply.
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
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

/** The service, whose running watches are added to this set. */
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

const SESSION = 'session';

/** Signs requests without a token in by their cookie, as the session of a host does. */
function orByCookie(authenticator: Authenticator): Authenticator {
  return {
    authenticate({ token, request }) {
      // The headers of node:http and of frameworks over it are an object, those of the Fetch standard are `Headers`.
      const { headers }: { readonly headers?: Headers | { readonly cookie?: string } } = Object(request);
      const cookie = headers instanceof Headers ? headers.get('cookie') : headers?.cookie;
      const session = cookie?.startsWith(`${SESSION}=`) ? cookie.slice(SESSION.length + 1) : undefined;
      return authenticator.authenticate({ token: token ?? session, request });
    },
  };
}

/** A store that shows its drafts. */
class WatchedTaskStore extends MemoryTaskStore {
  readonly drafts = new Set<TaskId>();

  override async begin(draft: TaskDraft): Promise<Lease> {
    const lease = await super.begin(draft);
    this.drafts.add(draft.taskId);
    return lease;
  }

  override async enqueue(lease: Lease, contents: TaskContents): Promise<Task> {
    const task = await super.enqueue(lease, contents);
    this.drafts.delete(lease.taskId);
    return task;
  }

  override async discard(lease: Lease): Promise<void> {
    await super.discard(lease);
    this.drafts.delete(lease.taskId);
  }
}
