import { setTimeout as delay } from 'node:timers/promises';
import { type AccountId, accountId, type TaskId, type VerificationService } from '@dialproof/core';
import type { Violations } from '../violations.js';
import type { ServiceParts, StoreKind } from './service-parts.js';
import type { Upstream } from './upstream.js';
import type { UpstreamFile } from './upstream-file.js';
import type { UpstreamPlan } from './upstream-plans.js';

export const ACCOUNT: AccountId = accountId('drill');
export const CREDITS = 10_000_000;

/** A plan to be run. */
export interface UpstreamTrial {
  readonly plan: UpstreamPlan;
  readonly file: UpstreamFile;
  readonly store: StoreKind;
  /** An empty folder. */
  readonly folder: string;
  readonly seed: number;
  /** When to give up, in milliseconds of the machine's clock. */
  readonly withinMs: number;
  readonly violations: Violations;
}

/** A file that was completed or given up, with a service for queries that does no work. */
export interface FinishedRun {
  readonly upstream: Upstream;
  readonly taskId: TaskId;
  readonly service: VerificationService;
  readonly parts: ServiceParts;
  /** The time from the submit to the end of the task, in milliseconds of the machine's clock. */
  readonly tookMs: number;
  readonly kills: number;
}

const POLL_MS = 20;

/** Waits until something has ended, at most for the trial's time. A timeout is a violation. Resolves to whether it has ended. */
export async function untilEnded(
  { violations, withinMs }: Pick<UpstreamTrial, 'violations' | 'withinMs'>,
  isOver: () => Promise<boolean>,
): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isOver())) {
    if (performance.now() > giveUpAt) {
      violations.add(`the task has not ended within ${Math.round(withinMs / 1_000)} s`);
      return false;
    }
    await delay(POLL_MS);
  }
  return true;
}
