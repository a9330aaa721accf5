import type { AccountId } from '@dialproof/core';
import type { AccountPlan, Job } from './plan.js';

/** The end of a job, as its person has seen it. */
export type JobEnd =
  | { readonly kind: 'refused' }
  /** The status of a number, as it was answered. */
  | { readonly kind: 'checked'; readonly status: string }
  | WebhookEnd
  /** The last state of a task: the status of each row, and the credits that it says it has charged. */
  | {
      readonly kind: 'task';
      readonly statuses: readonly string[];
      readonly charged: number;
      readonly status: 'done' | 'failed';
      readonly failureReason: string | null;
      /** The time from the reply to its submit until a poll showed its end; null if a cancel or an act came between. */
      readonly tookMs: number | null;
    };

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

/** A run of a task, which ended at some time from `from` to `to`. */
export interface Run {
  readonly taskId: string;
  readonly status: 'done' | 'failed';
  readonly from: number;
  readonly to: number;
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
  readonly runs: Run[];
  /** The deliveries of each remaining webhook, as they are shown at the end. */
  readonly deliveries: Map<string, readonly ShownDelivery[]>;
  /** The numbers whose check was called off at this time, by cancelling their task or suspending the account. */
  readonly calledOffAt: Map<number, number[]>;
}
