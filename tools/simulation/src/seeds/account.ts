import type { AccountId } from '@dialproof/core';
import type { AccountPlan, Job } from './plan.js';

/** The end of a job, as its person has seen it. */
export type JobEnd =
  | { readonly kind: 'refused' }
  /** The status of a number, as it was answered. */
  | { readonly kind: 'checked'; readonly status: string }
  /** The last state of a task: the status of each row, and the credits that it says it has charged. */
  | {
      readonly kind: 'task';
      readonly statuses: readonly string[];
      readonly charged: number;
      readonly status: 'done' | 'failed';
      readonly failureReason: string | null;
      /** The time from the reply to its submit until it was seen to have ended; null if somebody interfered. */
      readonly tookMs: number | null;
    };

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
  /** The times in which nothing of it is to be checked: it is suspended, or erased. */
  stops: readonly { readonly from: number; readonly until: number }[];
  readonly ends: Map<Job, JobEnd>;
  /** The numbers whose check was called off at this time, by cancelling their task or suspending the account. */
  readonly calledOffAt: Map<number, number[]>;
}
