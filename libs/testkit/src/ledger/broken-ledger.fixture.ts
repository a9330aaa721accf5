import { type AccountId, type HoldRequest, MemoryCreditLedger } from '@dialproof/core';
import { type Broken, withFault } from '../runner/broken.fixture.js';
import type { LedgerSubject } from './credit-ledger-contract.js';

export async function correctLedger(): Promise<LedgerSubject> {
  return subjectOf(new MemoryCreditLedger());
}

/** A ledger that does everything but this right. */
export function brokenLedger(
  fault: string,
  caughtBy: string,
  make: (ledger: MemoryCreditLedger) => Partial<MemoryCreditLedger>,
): Broken<LedgerSubject> {
  const create = async () => {
    const ledger = new MemoryCreditLedger();
    return subjectOf(withFault(ledger, make(ledger)));
  };
  return { fault, caughtBy, create };
}

/** A ledger that is right until it is opened again: from then on it is what `again` makes of it. */
export function openedAgain(
  fault: string,
  caughtBy: string,
  again: (ledger: MemoryCreditLedger) => MemoryCreditLedger,
): Broken<LedgerSubject> {
  const create = async () => {
    const ledger = new MemoryCreditLedger();
    return { ...subjectOf(ledger), reopen: async () => again(ledger) };
  };
  return { fault, caughtBy, create };
}

/** The ledger's `grant`, and the accounts that have come by it: those of which a database would have a row. */
export function knowing(ledger: MemoryCreditLedger) {
  const known = new Set<AccountId>();
  const grant: LedgerSubject['grant'] = async (account, credits) => {
    known.add(account);
    await ledger.grant(account, credits);
  };
  return { known, grant };
}

/** Holds as a statement does that does not look at the balance: what is missing is made of nothing. */
export async function holdUnseen(ledger: MemoryCreditLedger, request: HoldRequest): Promise<void> {
  const { available } = await ledger.balance(request.accountId);
  await ledger.grant(request.accountId, Math.max(0, request.credits - available));
  await ledger.hold(request);
}

function subjectOf(ledger: MemoryCreditLedger): LedgerSubject {
  return { ledger, grant: (account, credits) => ledger.grant(account, credits), close: async () => {} };
}
