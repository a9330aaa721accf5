import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
} from '@dialproof/core';
import { createFetchHandler } from '@dialproof/http';

const acme = accountId('acme');
const ledger = new MemoryCreditLedger();
const service = createVerificationService({
  ledger,
  store: new MemoryTaskStore(),
  queue: new InProcessTaskQueue(),
  checker: { check: async () => 'inactive' },
});
const ready = ledger.grant(acme, 100).then(() => service.start());

const authenticator = new MemoryAuthenticator([['a-token', { accountId: acme, suspended: false }]]);
const answer = createFetchHandler({
  service,
  authenticator,
  basePath: '/phones',
  compressDownloads: false,
});

async function handler(request: Request): Promise<Response> {
  await ready;
  return answer(request);
}

// The contract answers wrong methods too.
export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
