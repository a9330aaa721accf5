import { setTimeout as delay } from 'node:timers/promises';
import {
  type AccountId,
  accountId,
  createVerificationService,
  hasEnded,
  InProcessTaskQueue,
  type ReportKind,
  systemClock,
  type Task,
  type TaskId,
  type VerificationService,
} from '@dialproof/core';
import { openServiceParts, type ServiceParts } from '../upstream/service-parts.js';
import type { UpstreamFile } from '../upstream/upstream-file.js';
import type { Violations } from '../violations.js';
import type { SoakStack } from './soak-checker.js';

/** Two accounts send the same file at the same time. */
export const ACCOUNTS: readonly AccountId[] = [accountId('soak-1'), accountId('soak-2')];
export const CREDITS = 10_000_000;

export interface SoakTrial {
  readonly file: UpstreamFile;
  readonly stack: SoakStack;
  /** An empty folder. */
  readonly folder: string;
  readonly checkDeadlineMs: number;
  /** When to give up, in milliseconds. */
  readonly withinMs: number;
  readonly violations: Violations;
}

export interface SoakTask {
  readonly accountId: AccountId;
  readonly task: Task;
  /** The .csv, if the task is done. */
  readonly content: AsyncIterable<Uint8Array> | undefined;
}

export interface SoakRun {
  readonly tasks: readonly SoakTask[];
  readonly parts: ServiceParts;
  readonly balances: readonly { readonly available: number; readonly held: number }[];
  readonly tookMs: number;
}

/** The failures that `onError` normally gets in this drill. All others are violations. */
const EXPECTED_REPORTS: readonly ReportKind[] = ['check_failed', 'outage_began', 'outage_ended'];
const MOST_ROWS = 10_000_000;
const POLL_MS = 50;

/** Verifies the file for each account with one service over SQLite, and waits until both tasks have ended. */
export async function runSoak(trial: SoakTrial): Promise<SoakRun> {
  const { checkDeadlineMs, file, folder, stack, violations } = trial;
  const { checkConcurrency, checker, maxCallsPerSecond } = stack;
  const parts = await openServiceParts('sqlite', folder, systemClock);
  for (const account of ACCOUNTS) await parts.grant(account, CREDITS);
  const service = createVerificationService({
    store: parts.store,
    ledger: parts.ledger,
    checker,
    queue: new InProcessTaskQueue(),
    maxRows: MOST_ROWS,
    checkConcurrency,
    maxCallsPerSecond,
    checkDeadlineMs,
    onError: (failure) => {
      if (!EXPECTED_REPORTS.includes(failure.kind)) violations.add(`the service reported ${failure.message}`);
    },
  });
  try {
    await service.start({ soleProcess: true });
    const start = performance.now();
    const ids = await Promise.all(
      ACCOUNTS.map((account) =>
        service
          .submit({ accountId: account, fileName: 'soak.csv', content: file.content() })
          .then(({ taskId }) => ({ accountId: account, taskId })),
      ),
    );
    await untilEnded(trial, service, ids);
    const tookMs = performance.now() - start;
    const tasks = await Promise.all(ids.map((id) => ended(service, id)));
    const balances = await Promise.all(ACCOUNTS.map((account) => service.balance(account)));
    return { tasks, parts, balances, tookMs };
  } finally {
    await service.close();
  }
}

interface TaskOfAccount {
  readonly accountId: AccountId;
  readonly taskId: TaskId;
}

async function untilEnded(
  { violations, withinMs }: SoakTrial,
  service: VerificationService,
  ids: readonly TaskOfAccount[],
): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const tasks = await Promise.all(ids.map((id) => service.task(id)));
    if (tasks.every(({ status }) => hasEnded(status))) return;
    if (performance.now() > giveUpAt) {
      const left = tasks.map(({ processed, status, total, waiting }) =>
        JSON.stringify({ status, processed, total, waiting }),
      );
      violations.add(`the tasks have not ended within ${Math.round(withinMs / 1_000)} s: ${left.join(', ')}`);
      return;
    }
    await delay(POLL_MS);
  }
}

async function ended(service: VerificationService, id: TaskOfAccount): Promise<SoakTask> {
  const task = await service.task(id);
  const results = task.status === 'done' ? await service.results(id) : undefined;
  return { accountId: id.accountId, task, content: results?.content };
}
