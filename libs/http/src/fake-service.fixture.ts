import type { VerificationService } from '@dialproof/core';
import {
  type AuthenticatedAccount,
  type Authenticator,
  accountId,
  emptySummary,
  type Task,
  taskId,
} from '@dialproof/core';

/** A service of which only the given methods may be called. */
export function serviceWith(methods: Partial<VerificationService>): VerificationService {
  const unexpected = (): never => {
    throw new TypeError('this method of the service is not expected to be called here');
  };
  return {
    supports: { list: false, remove: false },
    verify: unexpected,
    submit: unexpected,
    task: unexpected,
    list: unexpected,
    remove: unexpected,
    cancel: unexpected,
    retry: unexpected,
    results: unexpected,
    watch: unexpected,
    checkerOutage: unexpected,
    balance: unexpected,
    work: unexpected,
    start: unexpected,
    close: unexpected,
    ...methods,
  };
}

/** Knows the tokens `good` and `suspended`, both of the account `acme`, and nobody else. */
export const tokens: Authenticator = {
  async authenticate({ token }) {
    if (token !== 'good' && token !== 'suspended') return undefined;
    return { accountId: accountId('acme'), suspended: token === 'suspended' };
  },
};

/** Account ids that a host may answer by mistake. */
export const NO_ACCOUNTS: readonly unknown[] = [
  undefined,
  null,
  '',
  Number.NaN,
  1.5,
  2 ** 53,
  true,
  {},
  { id: 7 },
  ['acme'],
  'a\0b',
  'x'.repeat(256),
];

/** Answers every request with this, as a host in JavaScript may. */
export function answering(answer: unknown): Authenticator {
  // The types forbid it, which hosts in JavaScript do not notice.
  return { authenticate: async () => answer as AuthenticatedAccount };
}

export const bearer = { authorization: 'Bearer good' };

/** A task right after it was submitted, with these changes. */
export function queuedTask(changes: Partial<Task> = {}): Task {
  return {
    taskId: taskId('0b9f3c6e-3a55-4a4c-9a44-1f7f0c7d2a10'),
    accountId: accountId('acme'),
    status: 'queued',
    total: 2,
    processed: 0,
    summary: emptySummary(),
    sources: {},
    checksFailed: 0,
    createdAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    startedAt: null,
    finishedAt: null,
    failureReason: null,
    waiting: null,
    credits: { held: 2, charged: 0 },
    file: {
      name: 'customers.csv',
      type: 'csv',
      sheet: null,
      encoding: 'utf-8',
      phoneColumn: { index: 1, name: 'phone' },
      notes: [],
      rowBlocks: 1,
      numbersPerChunk: 250,
    },
    ...changes,
  };
}
