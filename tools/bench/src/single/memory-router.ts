/** The router over ports in memory: the kit's own share of a request, without a database. Prints `port N` when it listens. */
import { SandboxChecker } from '@dialproof/checkers';
import {
  accountId,
  createVerificationService,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
} from '@dialproof/core';
import { verificationRouter } from '@dialproof/express';
import express from 'express';

const account = accountId('trial');
const ledger = new MemoryCreditLedger();
await ledger.grant(account, 1_000_000_000);
const service = createVerificationService({
  store: new MemoryTaskStore(),
  ledger,
  checker: new SandboxChecker(),
  queue: null,
});
const authenticator = new MemoryAuthenticator(new Map([['trial', { accountId: account, suspended: false }]]));

const app = express();
app.disable('x-powered-by');
app.use(verificationRouter({ service, authenticator }));
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  console.log(`port ${address.port}`);
});
