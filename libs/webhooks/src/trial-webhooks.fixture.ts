import {
  accountId,
  ManualClock,
  newTaskId,
  type ReportedFailure,
  type TaskEvent,
  type WebhookStore,
} from '@dialproof/core';
import { MemoryEventOutbox, MemoryWebhookStore } from '@dialproof/testkit/memory';
import { createWebhooks } from './create-webhooks.js';
import type { Receiver } from './receiver.fixture.js';
import type { WebhooksOptions } from './webhook-options.js';
import type { Webhooks } from './webhooks.js';

export const ADA = accountId('ada');
export const BOB = accountId('bob');

export interface Trial {
  readonly webhooks: Webhooks;
  readonly store: WebhookStore;
  readonly outbox: MemoryEventOutbox;
  readonly clock: ManualClock;
  /** The failures that `onError` got. */
  readonly failures: ReportedFailure[];
  /** Appends the end of a task of this account to the outbox. */
  taskEnds(account?: typeof ADA, kind?: TaskEvent['kind']): string;
}

export interface TrialOptions extends Partial<WebhooksOptions> {
  readonly clock?: ManualClock;
  readonly receiver?: Receiver;
}

/** Webhooks over memory ports on a clock that stands at the machine's time. Every name leads to this machine. */
export function trialWebhooks({ receiver, ...options }: TrialOptions = {}): Trial {
  const clock = options.clock ?? new ManualClock(Date.now());
  const store = options.store ?? new MemoryWebhookStore({ clock });
  const outbox = new MemoryEventOutbox({ clock });
  const failures: ReportedFailure[] = [];
  const webhooks = createWebhooks({
    store,
    outbox,
    clock,
    allowNetworks: ['127.0.0.1'],
    resolve: async () => ['127.0.0.1'],
    ...(receiver === undefined ? {} : { trustedCertificates: [receiver.certificate] }),
    onError: (failure) => failures.push(failure),
    ...options,
  });
  return {
    webhooks,
    store,
    outbox,
    clock,
    failures,
    taskEnds(account = ADA, kind = 'task.done') {
      const taskId = newTaskId();
      outbox.append({ kind, accountId: account, taskId, occurredAt: clock.now() });
      return taskId;
    },
  };
}

/** Resolves once `isSo` returns true; it is called in every turn of the event loop. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200_000; turn += 1) {
    if (isSo()) return;
    await new Promise(setImmediate);
  }
  throw new Error(`not so after 200,000 turns: ${isSo}`);
}

/** Waits some turns of the event loop, so that everything runs that waits for promises alone. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}
