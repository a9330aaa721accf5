import {
  type AccountRegistry,
  type AccountSuspensions,
  type AccountTokens,
  type Authenticator,
  type BoundedTasks,
  type BulkNumberChecker,
  type Clock,
  type CreditLedger,
  type CreditStatement,
  createVerificationService,
  type Entropy,
  type EventOutbox,
  InProcessTaskQueue,
  type LedgerUpkeep,
  type ListStore,
  type NumberChecker,
  type ReplayStore,
  type ReportedFailure,
  type SingleAnswerStore,
  type SuppressionList,
  type TaskArchive,
  type TaskStore,
  type VerificationService,
  type WebhookStore,
} from '@dialproof/core';
import { createFetchHandler, type FetchHandler } from '@dialproof/http';
import {
  SqlAccounts,
  SqlAccountTokens,
  SqlAuthenticator,
  SqlCreditLedger,
  type SqlDatabase,
  SqlEventOutbox,
  SqlListStore,
  SqlReplayStore,
  SqlSingleAnswerStore,
  SqlSuppressionList,
  SqlTaskStore,
  SqlWebhookStore,
} from '@dialproof/sql';
import { createWebhooks, type ResolveHost } from '@dialproof/webhooks';

/** The ports of a kit. */
export interface KitPorts {
  readonly store: TaskStore & TaskArchive & BoundedTasks & AccountSuspensions;
  readonly ledger: CreditLedger & CreditStatement & LedgerUpkeep;
  readonly replays: ReplayStore;
  readonly outbox: EventOutbox;
  readonly webhooks: WebhookStore;
  readonly lists?: ListStore;
  readonly suppressions?: SuppressionList;
  readonly singleAnswers?: SingleAnswerStore;
  readonly authenticator: Authenticator;
  readonly tokens: AccountTokens;
  readonly accounts?: AccountRegistry;
}

const HASH_KEY = 'the same in all processes of a world';

/** The kit's own stores over a database. */
export function sqlPorts(database: SqlDatabase, clock: Clock): KitPorts {
  const parts = { database, clock };
  const outbox = new SqlEventOutbox(parts);
  return {
    store: new SqlTaskStore({ ...parts, outbox }),
    ledger: new SqlCreditLedger(parts),
    replays: new SqlReplayStore(parts),
    outbox,
    webhooks: new SqlWebhookStore(parts),
    lists: new SqlListStore({ ...parts, outbox }),
    suppressions: new SqlSuppressionList({ database }),
    singleAnswers: new SqlSingleAnswerStore({ ...parts, hashKey: HASH_KEY }),
    authenticator: new SqlAuthenticator(parts),
    tokens: new SqlAccountTokens(parts),
    accounts: new SqlAccounts(parts),
  };
}

export interface KitOptions {
  readonly ports: KitPorts;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly checker: NumberChecker | BulkNumberChecker;
  /** Whether it works on tasks, or only answers requests. */
  readonly works: boolean;
  /** The longest pause between two looks for work. */
  readonly maxIdleMs: number;
  /** Calls of the checker under way at once. */
  readonly slots: number;
  /** Numbers of a chunk. */
  readonly chunkSize: number;
  /** How long a task is kept after its end, in milliseconds; null: for ever. */
  readonly taskRetentionMs: number | null;
  /** Resolves the names of receivers. */
  readonly resolve: ResolveHost;
  /** Gets each failure that is reported to the operator, as a line. */
  readonly onFailure: (line: string) => void;
}

/** The whole kit of one process: the service, its queue, webhooks and the HTTP contract. */
export interface Kit {
  readonly service: VerificationService;
  readonly handler: FetchHandler;
}

export function makeKit(options: KitOptions): Kit {
  const { checker, clock, entropy, maxIdleMs, onFailure, ports, works } = options;
  const { accounts, authenticator, ledger, outbox, replays, store, tokens } = ports;
  const onError = ({ cause, kind }: ReportedFailure) => onFailure(`${kind}: ${cause}`);
  const webhooks = createWebhooks({
    ...{ store: ports.webhooks, outbox, clock, entropy, onError },
    resolve: options.resolve,
  });
  const service = createVerificationService({
    ...{ store, archive: store, boundedTasks: store, suspensions: store },
    ...{ lists: ports.lists ?? null, suppressions: ports.suppressions ?? null },
    singleAnswers: ports.singleAnswers ?? null,
    ...{ ledger, statement: ledger, upkeep: ledger, replays },
    ...{ checker, clock, entropy, onError },
    ...(works ? { workSources: [webhooks] } : {}),
    queue: works ? new InProcessTaskQueue({ clock, maxIdleMs }) : null,
    chunkSize: options.chunkSize,
    checkConcurrency: options.slots,
    taskRetentionMs: options.taskRetentionMs,
  });
  const handler = createFetchHandler({
    ...{ service, authenticator, tokens, webhooks, clock },
    ...(accounts === undefined ? {} : { accounts }),
    onError: (error, { operation }) => onFailure(`${operation}: ${error}`),
  });
  return { service, handler };
}
