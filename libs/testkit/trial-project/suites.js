// A host's tests of its own ledger and store, and of a server with the contract: here those in memory. With TRIAL_FAULT=settles-twice
// the ledger charges again whenever a hold is settled again, and is the only subject.
import { MemoryCreditLedger, MemoryTaskStore, newVerificationHoldId } from '@dialproof/core';
import { createHttpContract } from '@dialproof/http';
import { answerNodeRequest } from '@dialproof/http/adapter';
import {
  creditLedgerContract,
  httpContract,
  listenLocally,
  startMemoryServer,
  taskStoreContract,
} from '@dialproof/testkit';

/** The subjects of the HTTP contract that take no time. */
const HTTP_SUBJECTS = ['HTTP contract', 'authentication', 'the paths', 'POST /v1/verify', 'a bad upload'];

export function defineSuites(runner, fault = process.env.TRIAL_FAULT) {
  creditLedgerContract(runner, async (clock) => {
    const Ledger = fault === 'settles-twice' ? SettlesTwice : MemoryCreditLedger;
    const ledger = new Ledger({ clock });
    return { ledger, grant: (account, credits) => ledger.grant(account, credits), close: async () => {} };
  });
  if (fault) return;

  taskStoreContract(runner, async (clock) => ({
    store: new MemoryTaskStore({ clock }),
    close: async () => {},
  }));

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
  async settle(request) {
    const { accountId } = request;
    const { charged } = await super.settle(request);
    const { available } = await this.balance(accountId);
    const again = { holdId: newVerificationHoldId(0), accountId, credits: Math.min(charged, available) };
    await super.hold({ ...again, expiresAfterMs: null });
    return super.settle(again);
  }
}
