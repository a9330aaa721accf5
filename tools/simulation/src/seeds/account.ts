import type { AccountId } from '@dialproof/core';
import type { AccountPlan, Job } from './plan.js';

/** The end of a job, as its person has seen it. */
export type JobEnd =
  | { readonly kind: 'refused' }
  /** The status of a number, as it was answered. */
  | { readonly kind: 'checked'; readonly status: string }
  | WebhookEnd
  | TaskEnd;

/** The last state of a task: the status of each row, and the credits that it says it has charged. */
export interface TaskEnd {
  readonly kind: 'task';
  readonly statuses: readonly string[];
  readonly charged: number;
  readonly status: 'done' | 'failed';
  readonly failureReason: string | null;
  /** The time from the reply to its submit until a poll showed its end; null if a cancel or an act came between, or a list has begun it. */
  readonly tookMs: number | null;
}

export interface WebhookEnd {
  readonly kind: 'webhook';
  readonly webhookId: string;
  readonly url: string;
  /** When its owner knew that it was made. */
  readonly madeAt: number;
  /** Its secrets, and the time from which each was known to its person. */
  readonly secrets: readonly { readonly secret: string; readonly from: number }[];
  /** When its owner knew that it was deleted; null if it was not. */
  readonly removedAt: number | null;
}

/** Something that webhooks are told: the end of a task, or what a run of a list came to. It happened at some time from `from` to `to`. */
export interface Happening {
  readonly type: 'task.done' | 'task.failed' | 'list.changed' | 'list.skipped';
  readonly taskId: string;
  readonly from: number;
  readonly to: number;
}

/** A list that an account has made of the task of a file. */
export interface MadeList {
  readonly job: Extract<Job, { readonly kind: 'file' }>;
  readonly listId: string;
  /** The task that it was made of. */
  readonly taskId: string;
  readonly madeAt: number;
  /** Those of its schedule that are over, the oldest first. */
  readonly runs: ListRun[];
}

/** A run of a list, as it is shown. */
export interface ListRun {
  readonly status: 'done' | 'failed' | 'skipped';
  readonly reason: string | null;
  readonly dueAt: number;
  readonly beganAt: number;
  readonly endedAt: number;
  readonly against: string | null;
  readonly changes: ListChanges | null;
  /** Its task; null if it was skipped. */
  readonly task: RunTask | null;
}

export type ListChanges = Readonly<
  Record<'came' | 'changed' | 'replaced' | 'went' | 'unchanged' | 'not_compared', number>
>;

/** The task of a run: its id, when it was made, and how it ended. */
export interface RunTask {
  readonly taskId: string;
  readonly createdAt: number;
  readonly end: TaskEnd;
}

/** A delivery as the account sees it. */
export interface ShownDelivery {
  readonly event_id: string;
  readonly event: string;
  readonly state: 'waiting' | 'delivered' | 'undelivered';
  readonly attempts: number;
}

/** An account in a world, with everything that is known about it outside of the kit. */
export interface Account {
  readonly name: string;
  readonly accountId: AccountId;
  readonly plan: AccountPlan;
  token: string;
  /** When the latest rotation had ended, by the world's time. */
  rotatedAt: number;
  /** Tokens that have been rotated away. */
  readonly oldTokens: string[];
  isErased: boolean;
  /** When the erasure was complete. */
  erasedAt: number;
  /** The times in which none of its numbers may be checked: while it is suspended, and after its erasure. */
  stops: readonly { readonly from: number; readonly until: number }[];
  readonly ends: Map<Job, JobEnd>;
  readonly happenings: Happening[];
  readonly lists: MadeList[];
  /** When its person knew that a number was suppressed. */
  readonly suppressedAt: Map<string, number>;
  /** The deliveries of each remaining webhook, as they are shown at the end. */
  readonly deliveries: Map<string, readonly ShownDelivery[]>;
  /** The numbers whose check was called off at this time, by cancelling their task or suspending the account. */
  readonly calledOffAt: Map<number, number[]>;
}
