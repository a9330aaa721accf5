import {
  type Clock,
  createVerificationService,
  hasEnded,
  InProcessTaskQueue,
  type NumberChecker,
  type ReportKind,
  type VerificationService,
} from '@dialproof/core';
import { cancelAndRetry } from './cancel-and-retry.js';
import { FastClock } from './fast-clock.js';
import { openServiceParts, type ServiceParts } from './service-parts.js';
import { Upstream } from './upstream.js';
import { upstreamChecker } from './upstream-checker.js';
import type { UpstreamPlan } from './upstream-plans.js';
import { ACCOUNT, CREDITS, type FinishedRun, type UpstreamTrial, untilEnded } from './upstream-trial.js';

/** The failures that `onError` normally gets in these drills. All others are violations. */
const EXPECTED_REPORTS: readonly ReportKind[] = ['check_failed', 'outage_began', 'outage_ended'];
/** The default. The fast clock would lengthen the machine's pauses, which are not part of the drill. */
const LEASE_MS = 60_000;
const CHECK_DEADLINE_MS = 10_000;
/** Files of the drill have more rows than checked numbers. */
const MOST_ROWS = 10_000_000;

/** Submits the file to a service in this process and waits until its task has ended. */
export async function runPlan(trial: UpstreamTrial): Promise<FinishedRun> {
  const { file, folder, plan, store, violations } = trial;
  const clock = new FastClock(plan.speed);
  const parts = await openServiceParts(store, folder, clock);
  await parts.grant(ACCOUNT, CREDITS);
  const upstream = makeUpstream(trial, clock);
  const service = makeService(plan, {
    parts,
    clock,
    checker: upstreamChecker((numbers) => upstream.ask(numbers, 0), plan.numbersPerCall),
    onUnexpected: (report) => violations.add(report),
  });
  try {
    await service.start({ soleProcess: true });
    const start = performance.now();
    const { taskId } = await service.submit({
      accountId: ACCOUNT,
      fileName: 'drill.csv',
      content: file.content(),
    });
    if (plan.cancelAt !== null) await cancelAndRetry(trial, { service, taskId, upstream });
    await untilEnded(trial, async () =>
      hasEnded((await service.task({ accountId: ACCOUNT, taskId })).status),
    );
    return { upstream, taskId, service, parts, tookMs: performance.now() - start, kills: 0 };
  } finally {
    await service.close();
  }
}

export function makeUpstream({ file, plan, seed }: UpstreamTrial, clock: Clock): Upstream {
  const weather = plan.weather(file.askable.size, seed);
  return new Upstream({ weather, clock, latencyMs: plan.latencyMs, seed });
}

export interface ServiceOfPlan {
  readonly parts: ServiceParts;
  readonly clock: Clock;
  readonly checker: NumberChecker | ReturnType<typeof upstreamChecker>;
  readonly onUnexpected: (report: string) => void;
}

/** The service with its defaults, except for the plan's settings. Leases and deadlines have their default length by the machine's clock. */
export function makeService(
  { options, speed }: UpstreamPlan,
  { checker, clock, onUnexpected, parts }: ServiceOfPlan,
): VerificationService {
  return createVerificationService({
    store: parts.store,
    ledger: parts.ledger,
    checker,
    clock,
    queue: new InProcessTaskQueue({ clock }),
    maxRows: MOST_ROWS,
    leaseMs: LEASE_MS * speed,
    checkDeadlineMs: CHECK_DEADLINE_MS * speed,
    onError: (failure) => {
      if (!EXPECTED_REPORTS.includes(failure.kind)) onUnexpected(`the service reported ${failure.message}`);
    },
    ...options,
  });
}
