// The parts for the other programs: a service over the memory ports, and its one account.
import {
  type Authenticator,
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
  type VerificationService,
} from '@dialproof/core';

export const acme = accountId('acme');
export const TOKEN = 'acme-token';

export interface MemoryParts {
  readonly service: VerificationService;
  readonly authenticator: Authenticator;
  readonly ledger: MemoryCreditLedger;
}

export async function memoryParts(): Promise<MemoryParts> {
  const ledger = new MemoryCreditLedger();
  await ledger.grant(acme, 10);
  const service = createVerificationService({
    ledger,
    store: new MemoryTaskStore(),
    queue: new InProcessTaskQueue(),
    checker: { check: async () => 'inactive' },
  });
  const authenticator = new MemoryAuthenticator([[TOKEN, { accountId: acme, suspended: false }]]);
  return { service, authenticator, ledger };
}
