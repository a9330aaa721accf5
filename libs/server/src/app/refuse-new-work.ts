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
  const { lists } = service;
  // All others go on: they read, or end work that has begun.
  return {
    ...service,
    verify: whileOpen((request) => service.verify(request)),
    submit: whileOpen((request) => service.submit(request)),
    changes: whileOpen((request) => service.changes(request)),
    results: whileOpen((request) => service.results(request)),
    retry: whileOpen((request) => service.retry(request)),
    preview: whileOpen((request) => service.preview(request)),
    lists: lists && {
      ...lists,
      run: whileOpen((request) => lists.run(request)),
      changes: whileOpen((request) => lists.changes(request)),
    },
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
