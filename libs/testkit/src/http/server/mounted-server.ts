import type { CreditBalance, Scope } from '@dialproof/core';
import type { Closable } from '../../runner/test-runner.js';

/** An account of a mounted server. Its balance is read without a request. */
export interface MountedAccount {
  readonly token: string;
  balance(): Promise<CreditBalance>;
}

export interface OpenAccountRequest {
  readonly credits: number;
  readonly suspended: boolean;
  /** The scopes of the token; left out for all. Given only to a server that has scopes. */
  readonly scopes?: readonly Scope[];
}

/** The bounds of an account, as in the options of the server's service. */
export interface MountedBounds {
  /** 6 are enough for the suite. */
  readonly maxUnfinishedTasks: number;
  /** The suite submits one more, so 20 are enough. */
  readonly maxDailyTasks: number;
  /** The suite submits files of a megabyte, so 5 MiB are enough. */
  readonly maxStoredBytes: number;
}

/** Faults of a server that a case switches on. */
export interface MountedFaults {
  /** Makes the next settlement that charges something reject after it has taken effect, like a broken connection to a database. */
  loseNextSettlement(): void;
  /** Ends the leases of all requests with an `Idempotency-Key`, as if their time had passed. */
  endRequestLeases(): void;
}

/**
 * A listening server with the HTTP contract mounted and its queue started. Its checker answers by the last seven digits: 5550100
 * wa_registered, 5550101 telegram_registered, 5550102 dead, 5550103 inactive, 5550104 unknown, 5550105 wa_registered after about a second,
 * 5550106 the check fails, 5550107 the checker is unavailable. Any other number may have any status. With `checkAttempts: 1` and a short
 * `outageTimeoutMs`, its tasks end before the suite gives up.
 */
export interface MountedServer extends Closable {
  /** The address of the mount, without a slash at the end: the operations are at `${baseUrl}/v1/...`. */
  readonly baseUrl: string;
  /** Further addresses of the same mount; may be empty. */
  readonly otherBaseUrls: readonly string[];
  /** The most rows that a file may have. The suite uploads one more, so a few hundred are enough. */
  readonly maxRows: number;
  /** The most bytes that a file may have. The suite uploads more, so 4 to 16 MiB are enough. */
  readonly maxFileBytes: number;
  /** Whether anyone may register at `POST /v1/accounts`. Without it, the path is the host's. */
  readonly hasRegistration: boolean;
  /** Whether its service has a task archive, so that tasks can be listed and deleted. */
  readonly hasArchive: boolean;
  /** Whether its service has a statement of credits. */
  readonly hasStatement: boolean;
  /** Whether it has webhooks. */
  readonly hasWebhooks: boolean;
  /** Whether its service has lists that are verified again. Default false. */
  readonly hasLists?: boolean;
  /** Whether its service keeps numbers that must not be called. Default false. */
  readonly hasSuppressions?: boolean;
  /** Whether its service keeps the answers of single checks. Default false. */
  readonly hasSingleAnswers?: boolean;
  /** Whether accounts may make, list and revoke their own tokens, which may have caps. */
  readonly hasTokens: boolean;
  /** Whether tokens may have scopes. */
  readonly hasScopes: boolean;
  /**
   * The `Cookie` header with which the account of a token signs in, if the server also knows accounts by a cookie. Default: it does not,
   * and the cases about requests of other sites are skipped.
   */
  readonly cookieOf?: (token: string) => string;
  /** Default: unknown, and the cases about the bounds of an account are skipped. */
  readonly bounds?: MountedBounds;
  /** As in the options of its contract; 3 are enough for the suite. Default: unknown, and its case is skipped. */
  readonly maxDownloadsPerAccount?: number;
  /** Whether it has a store of replays, so that a POST may have an `Idempotency-Key`. */
  readonly remembersKeys: boolean;
  /** Default: there are no faults, and the cases that need one are skipped. */
  readonly faults?: MountedFaults;
  /**
   * Answers numbers ending in 5550105 at once from now on, like {@link EndingsChecker.answerSlowChecks}. Default: each takes its second,
   * and the cases wait for it.
   */
  answerSlowChecks?(): void;
  /**
   * For a server that several cases share: starts another one, whose checker has answered nothing yet. Shortly after answers, a failure is
   * no outage. It is closed with this one. Default: the server is new in each case.
   */
  startAnew?(): Promise<MountedServer>;
  openAccount(request: OpenAccountRequest): Promise<MountedAccount>;
  /**
   * Lists the present leftovers of requests: temp files, drafts of uploads, and, if the server knows them, tasks that an event stream still
   * watches. Requests under way count too.
   */
  leftovers(): Promise<readonly string[]>;
}
