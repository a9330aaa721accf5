import type { VerificationService } from '@dialproof/core';
import { type Authenticator, accountId, emptySummary, type Task, taskId } from '@dialproof/core';

/** A service of which only the given methods may be called. */
export function serviceWith(methods: Partial<VerificationService>): VerificationService {
  const unexpected = (): never => {
    throw new TypeError('this method of the service is not expected to be called here');
  };
  return {
    verify: unexpected,
    submit: unexpected,
    task: unexpected,
    results: unexpected,
    watch: unexpected,
    balance: unexpected,
    work: unexpected,
    start: unexpected,
    close: unexpected,
    ...methods,
  };
}

/** Knows the tokens `good` (account `acme`) and `suspended`, and nobody else. */
export const tokens: Authenticator = {
  async authenticate({ token }) {
    if (token !== 'good' && token !== 'suspended') return undefined;
    return { accountId: accountId('acme'), suspended: token === 'suspended' };
  },
};

export const bearer = { authorization: 'Bearer good' };

/** A task as it stands right after it was submitted. */
export function queuedTask(changes: Partial<Task> = {}): Task {
  return {
    taskId: taskId('0b9f3c6e-3a55-4a4c-9a44-1f7f0c7d2a10'),
    accountId: accountId('acme'),
    status: 'queued',
    total: 2,
    processed: 0,
    summary: emptySummary(),
    createdAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    startedAt: null,
    finishedAt: null,
    failureReason: null,
    credits: { held: 2, charged: 0 },
    file: {
      name: 'customers.csv',
      type: 'csv',
      sheet: null,
      columns: ['name', 'phone'],
      phoneColumn: { index: 1, name: 'phone' },
      rowBlocks: 1,
    },
    ...changes,
  };
}
