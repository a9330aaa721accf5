import type {
  ConsentDate,
  CreditEntryKind,
  E164,
  EventKind,
  FailureReason,
  ObservedApp,
  OutageReason,
  Reassigned,
  TaskStatus,
  VerificationStatus,
  WebhookDisabledReason,
  WebhookEventType,
} from '@dialproof/core';

/** The rows of each table. Times are milliseconds since 1970. */
export interface Tables {
  schema_migrations: {
    version: number;
    name: string;
    applied_at: number;
  };

  accounts: {
    account_id: string;
    email: string | null;
    /** The normalised address, by which addresses are compared. */
    email_key: string | null;
    created_at: number;
    suspended_at: number | null;
  };

  tokens: {
    token_id: string;
    account_id: string;
    secret_hash: Uint8Array;
    created_at: number;
    revoked_at: number | null;
    name: string | null;
    /** The token is refused from then on; null if it has no end. */
    expires_at: number | null;
    /** To within a minute. */
    last_used_at: number | null;
    /** As JSON; null if it has every scope. */
    scopes: string | null;
    /** Null: any number. */
    max_credits_per_day: number | null;
    /** Null: any number. */
    max_credits_per_task: number | null;
    /** The name of the daily count that it shares; null if it has its own, by its id. */
    counted_as: string | null;
  };

  balances: {
    account_id: string;
    available: number;
    held: number;
    /** The number of its last entry in the journal. */
    last_entry: number;
    /** The sum of what its pruned holds were charged. */
    pruned_charges: number;
    /** 1 after the account was erased, until its next hold. */
    is_erased: number;
  };

  holds: {
    hold_id: string;
    account_id: string;
    credits: number;
    created_at: number;
    expires_at: number | null;
    /** Null while the hold is open. */
    charged: number | null;
    closed_at: number | null;
    /** The charged answer, if the request may be repeated. */
    answer: string | null;
  };

  /** The changes of an account's credits. Entries are never changed or removed, but the charges of a month may become one sum. */
  journal: {
    account_id: string;
    /** Counts the entries of the account from 1. A sum has the number of its last charge. */
    entry: number;
    kind: CreditEntryKind;
    /** Positive for grants, negative for charges. */
    credits: number;
    /** The hold that was charged. Null for a sum. */
    hold_id: string | null;
    note: string | null;
    created_at: number;
  };

  /** There are two kinds of times: a task shows the wall clock's; those that are compared with the present are the store's. */
  tasks: {
    task_id: string;
    account_id: string;
    status: TaskStatus | 'draft';
    created_at: number;
    started_at: number | null;
    finished_at: number | null;
    /** When it ended, by the store's time; null until then. */
    ended_at: number | null;
    /** When it was last put into the line, by the store's time. */
    queued_at: number;
    /** Null once the task has ended, unless a retry was begun. */
    step: TaskStep | null;
    /** 1 while a chunk or the finish can be claimed, 0 otherwise; always 0 for drafts and retries. */
    is_ready: number;
    /**
     * When something can be claimed of a row with a step that is not ready. It may be too early: a claim that finds it due checks again.
     */
    available_at: number | null;
    /** Its place among the tasks of its account. The task with the lowest was served longest ago. */
    turn: number;
    /** The lease on the draft, the retry or the finish. Leases on chunks are in `task_chunks`. */
    lease_token: string | null;
    /** When that lease ends, or the pause after it. */
    lease_until: number;
    /** How often the finish, or the claim to discard, was given back. */
    tries: number;
    /** The run that the task shows. */
    run: number;
    /** The highest number of a run. It is ahead of `run` while a retry is begun, and stays if that is given up. */
    last_run: number;
    /** The lease that resumed the task last. */
    resumed_by: string | null;
    /** 1 once the finish was claimed in this run: nothing more is recorded. */
    is_closed: number;
    /** Set when the task is to fail; shown once it has failed. */
    failure_reason: FailureReason | null;
    total: number;
    processed: number;
    wa_registered: number;
    telegram_registered: number;
    dead: number;
    inactive: number;
    unknown: number;
    /** Rows by the source of their answer, as JSON. */
    sources: string;
    checks_failed: number;
    rows_without_number: number;
    open_chunks: number;
    /** The verified numbers of this run. */
    verified: number;
    held: number;
    charged: number;
    /** Its bytes, for the limit of its account; 0 for a draft. */
    stored_bytes: number;
    /** The facts about the file, as JSON; '{}' for a draft. */
    file: string;
  };

  task_rows: {
    task_id: string;
    block_index: number;
    block: Uint8Array;
  };

  task_chunks: {
    task_id: string;
    chunk_index: number;
    chunk: Uint8Array;
    /** Null until the chunk is recorded for the first time. */
    statuses: Uint8Array | null;
    /** Rises whenever the statuses change. */
    revision: number;
    is_complete: number;
    lease_token: string | null;
    /** The end of the lease on its check, or of the pause after it; 0 if there was none. */
    lease_until: number;
  };

  /** The line of accounts that have, or had, tasks. */
  task_accounts: {
    account_id: string;
    /** The account with the lowest was served longest ago. */
    turn: number;
    /** The highest turn of its tasks. */
    last_task_turn: number;
    /** Null if nothing can be claimed. */
    ready: AccountReadiness | null;
    /** The day in UTC on which it last queued a task, by the store's time, in days since 1970. */
    day: number;
    /** The tasks that it queued on that day, including those removed since. */
    tasks_of_day: number;
    /** Since when no chunk of its tasks is claimed, by the store's time; null if it is not suspended. */
    suspended_at: number | null;
  };

  /** Has one row during an outage, otherwise none. Its times are the store's. */
  task_outage: {
    outage_id: number;
    reason: OutageReason;
    /** 1 if no checker has reported it: every check had failed for too long. */
    is_inferred: number;
    since: number;
    /** No chunk is claimed before this time. */
    next_try_at: number;
    /** The last probe. It is under way as long as the chunk has this lease. */
    probe_task_id: string | null;
    probe_chunk_index: number | null;
    probe_token: string | null;
  };

  /** Sums over the tasks of an account. Triggers on `tasks` keep them; no statement writes them, except to erase an account. */
  account_usage: {
    account_id: string;
    /** The sum of its tasks' `stored_bytes`. */
    stored_bytes: number;
    /** How many of them are queued or being processed. */
    unfinished_tasks: number;
  };

  /** When a number was last seen on an app. */
  observations: {
    number: E164;
    app: ObservedApp;
    seen_at: number;
    source: string;
  };

  /** The latest cached answer about a number, by the cache's name. */
  cached_answers: {
    cache: string;
    number: E164;
    status: VerificationStatus;
    source: string | null;
    reason: string | null;
    checked_at: number;
    /** It may be deleted from then on. */
    expires_at: number;
  };

  /** The cost of a day, in millionths, by the budget's name. */
  spending: {
    budget: string;
    /** In UTC, as 2026-01-31. */
    day: string;
    spent: number;
  };

  /** At most one row: the latest time of the stores and ledgers of all processes, to within a second. */
  store_time: {
    store_time_id: number;
    latest: number;
  };

  /** Requests with a key, and their replies. */
  replays: {
    account_id: string;
    key: string;
    /** The token of the process that is answering it, or has answered it. */
    token: string;
    request_id: string;
    /** `fingerprint` and the reply are null while the request is being answered. */
    fingerprint: string | null;
    reply: Uint8Array | null;
    /** The end of the lease, or of the time for which the answer is kept, by the store's time. */
    until: number;
    /** When it is forgotten: at `until` if it was answered, otherwise a day later. */
    forget_at: number;
  };

  /** How many rows an account has in `replays`. */
  replay_accounts: {
    account_id: string;
    requests: number;
  };

  /** Events that webhooks have not received yet. */
  events: {
    /** Rises in the order in which the events happened. */
    sequence: number;
    event_id: string;
    kind: EventKind;
    account_id: string;
    task_id: string;
    occurred_at: number;
    /** The further facts of an event of a list, as JSON; null for one of a task. */
    data: string | null;
    /** When it can be claimed: at the end of its lease or of the pause after it, by the outbox's time. */
    free_at: number;
    lease_token: string | null;
    /** How often it was claimed. */
    tries: number;
  };

  /** Lists that are verified again and again. */
  lists: {
    list_id: string;
    account_id: string;
    created_at: number;
    /** Rises with each replacement. */
    revision: number;
    /** When it is to be worked on, or the lease of that work ends; null if it has no schedule and no run. */
    due_at: number | null;
    /** As JSON. */
    list: string;
  };

  /** The tasks that lists need: they do not expire. They may be gone nevertheless, since their owner may delete them. */
  list_tasks: {
    list_id: string;
    place: number;
    task_id: string;
  };

  /** The numbers of an account that must not be called. */
  suppressions: {
    account_id: string;
    number: string;
    /** Counts what the account has added, from 1. */
    entry: number;
    added_at: number;
  };

  /** How many numbers of each account are suppressed. Its row is locked to add or remove one of them. */
  suppression_accounts: {
    account_id: string;
    numbers: number;
    last_entry: number;
  };

  /** The answers of single checks, by account and number. */
  single_answers: {
    account_id: string;
    /** The keyed hash of the number, in hex. Until the store first uses a database of version 32, plain numbers, which begin with `+`. */
    number_hash: string;
    status: VerificationStatus;
    source: string | null;
    reason: string | null;
    checked_at: number;
    /** The date of consent of the check, and what was found about it; both null without a date. */
    consent_date: ConsentDate | null;
    reassigned: Reassigned | null;
  };

  /** Row 1 is the key of these hashes, unless the host keeps it elsewhere; row 2 is the hash of nothing, by which another key is noticed. */
  answer_hash_key: {
    answer_hash_key_id: number;
    key: Uint8Array;
  };

  /** Accounts' addresses that receive events. */
  webhooks: {
    sequence: number;
    webhook_id: string;
    account_id: string;
    url: string;
    /** The types of its events, as JSON. */
    events: string;
    secret: string;
    /** The previous secret, valid until `old_until`. */
    old_secret: string | null;
    /** By the store's time. */
    old_until: number | null;
    /** The id of the request that gave it its secret; null if the request had no id. */
    rotation_id: string | null;
    created_at: number;
    disabled_at: number | null;
    disabled_reason: WebhookDisabledReason | null;
    /** When the first delivery failed since the last one that succeeded, by the store's time. */
    failing_since: number | null;
    /** The webhook with the lowest turn was served longest ago among its account's. */
    turn: number;
    /** The first time at which one of its deliveries can be claimed; null where none is to be delivered. */
    due_at: number | null;
  };

  /** The delivery of one event to one webhook. */
  webhook_deliveries: {
    event_id: string;
    webhook_id: string;
    account_id: string;
    type: WebhookEventType;
    occurred_at: number;
    /** The data of the event, as JSON. */
    data: string;
    /** When it is removed, by the store's time, unless it is still to be delivered. */
    keep_until: number;
    /** When it can be claimed, by the store's time: the end of its lease or pause. Null if no delivery is due. */
    due_at: number | null;
    lease_token: string | null;
    failures: number;
    is_delivered: number;
    /** The number of tries that ended, including those before a replay. */
    attempts: number;
    /** When the last try ended, by the wall clock; null before the first one. */
    tried_at: number | null;
    /** The status of the last answer; null if there was none. */
    response_status: number | null;
    /** Why there was no answer. */
    failure: string | null;
  };

  /** The line of accounts that have, or had, webhooks. */
  webhook_accounts: {
    account_id: string;
    /** The account with the lowest was served longest ago. */
    turn: number;
    /** The first time at which one of its deliveries can be claimed; null where none is to be delivered. */
    due_at: number | null;
    /** When its credits were last read, by the store's time; null if none of its webhooks needs them. */
    looked_at: number | null;
    /** 1 while its credits were low at the last reading. */
    is_low: number;
  };
}

/** Some columns of a table, as a row has them. */
export type Columns<Table extends keyof Tables, Name extends keyof Tables[Table]> = Pick<Tables[Table], Name>;

/** The next step for a row of `tasks`: an upload or retry goes on or is discarded, chunks are checked, or the task is finished. */
export type TaskStep = 'begun' | 'discard' | 'check' | 'finish';

/** The work of an account that can be claimed: `finish` and perhaps checks, or only checks. */
export type AccountReadiness = 'check' | 'finish';

/** The tables, each before those that refer to it, and whether a move of the database takes its rows. */
export const TABLES = {
  accounts: true,
  tokens: true,
  balances: true,
  holds: true,
  journal: true,
  // In every state: an unfinished task goes on, and the draft of an upload is discarded, as after a crash.
  tasks: true,
  task_rows: true,
  task_chunks: true,
  task_accounts: true,
  task_outage: true,
  observations: true,
  cached_answers: true,
  spending: true,
  replays: true,
  replay_accounts: true,
  lists: true,
  list_tasks: true,
  suppressions: true,
  suppression_accounts: true,
  single_answers: true,
  answer_hash_key: true,
  events: true,
  webhooks: true,
  webhook_deliveries: true,
  webhook_accounts: true,
  // The triggers of the target compute it from the moved tasks.
  account_usage: false,
  // Each database keeps its own.
  schema_migrations: false,
  // All processes of a server use the server's clock.
  store_time: false,
} as const satisfies Readonly<Record<keyof Tables, boolean>>;

export function isTable(name: string): boolean {
  return Object.hasOwn(TABLES, name);
}
