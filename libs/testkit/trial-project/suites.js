// A host's tests of its own ledger and store, and of a server with the contract: here those in memory. With TRIAL_FAULT=settles-twice
// the ledger charges again whenever a hold is settled again.
import { MemoryCreditLedger, MemoryTaskStore, newVerificationHoldId } from '@dialproof/core';
import { answerNodeRequest, createHttpContract } from '@dialproof/http';
import {
  creditLedgerContract,
  httpContract,
  listenLocally,
  startMemoryServer,
  taskStoreContract,
} from '@dialproof/testkit';

/** The subjects of the HTTP contract that take no time. */
const HTTP_SUBJECTS = ['HTTP contract', 'authentication', 'the paths', 'POST /v1/verify', 'a bad upload'];

export function defineSuites(runner) {
  creditLedgerContract(runner, async () => {
    const ledger =
      process.env.TRIAL_FAULT === 'settles-twice' ? new SettlesTwice() : new MemoryCreditLedger();
    return { ledger, grant: (account, credits) => ledger.grant(account, credits), close: async () => {} };
  });

  taskStoreContract(runner, async () => ({ store: new MemoryTaskStore(), close: async () => {} }));

  const light = {
    describe: (name, body) => (HTTP_SUBJECTS.includes(name) ? runner.describe(name, body) : undefined),
    it: runner.it,
  };
  httpContract(light, () =>
    startMemoryServer((parts) => {
      const contract = createHttpContract(parts);
      return listenLocally((request, response) => {
        if (!answerNodeRequest(contract, request, response)) response.writeHead(404).end();
      });
    }),
  );
}

class SettlesTwice extends MemoryCreditLedger {
  #accounts = new Map();

  async hold(request) {
    await super.hold(request);
    this.#accounts.set(request.holdId, request.accountId);
  }

  async settle(holdId, credits) {
    const { charged } = await super.settle(holdId, credits);
    const accountId = this.#accounts.get(holdId);
    const { available } = accountId === undefined ? { available: 0 } : await this.balance(accountId);
    const again = { holdId: newVerificationHoldId(0), accountId, credits: Math.min(charged, available) };
    await super.hold({ ...again, expiresAt: null });
    return super.settle(again.holdId, again.credits);
  }
}
