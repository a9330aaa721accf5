import { type AccountRegistry, DialproofError, type VerificationService } from '@dialproof/core';
import type { Lifecycle } from './lifecycle.js';

/**
 * The service as requests see it: while the server stops, new work is refused with `shutting_down`, and polling continues. The refusal
 * comes from here and not from in front of the contract, so that the contract still authenticates first, and ends uploads cleanly.
 */
export function refuseNewWork(service: VerificationService, lifecycle: Lifecycle): VerificationService {
  const whileOpen =
    <Request, Reply>(call: (request: Request) => Promise<Reply>) =>
    async (request: Request): Promise<Reply> => {
      assertOpen(lifecycle);
      return call(request);
    };
  // Each method by name, so that an added method has to be classified as new work or not.
  return {
    supports: service.supports,
    replays: service.replays,
    verify: whileOpen((request) => service.verify(request)),
    submit: whileOpen((request) => service.submit(request)),
    changes: whileOpen((request) => service.changes(request)),
    results: whileOpen((request) => service.results(request)),
    retry: whileOpen((request) => service.retry(request)),
    preview: whileOpen((request) => service.preview(request)),
    uploadTurn: (request) => service.uploadTurn(request),
    creditEntries: (request) => service.creditEntries(request),
    list: (request) => service.list(request),
    rows: (request) => service.rows(request),
    remove: (request) => service.remove(request),
    cancel: (request) => service.cancel(request),
    suspendAccount: (account) => service.suspendAccount(account),
    reinstateAccount: (account) => service.reinstateAccount(account),
    task: (request) => service.task(request),
    watch: (request) => service.watch(request),
    checkerOutage: () => service.checkerOutage(),
    balance: (account) => service.balance(account),
    work: (signal) => service.work(signal),
    start: () => service.start(),
    close: () => service.close(),
  };
}

/** The registry as requests see it: closed while the server stops. */
export function refuseNewAccounts(registry: AccountRegistry, lifecycle: Lifecycle): AccountRegistry {
  return {
    register: async (email) => {
      assertOpen(lifecycle);
      return registry.register(email);
    },
  };
}

function assertOpen(lifecycle: Lifecycle): void {
  if (lifecycle.phase !== 'stopping') return;
  throw new DialproofError('shutting_down', { retryAfterMs: 5_000 });
}
