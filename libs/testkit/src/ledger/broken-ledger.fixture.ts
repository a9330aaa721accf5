import {
  type AccountId,
  type Clock,
  type HoldRequest,
  type ManualClock,
  MemoryCreditLedger,
} from '@dialproof/core';
import { type Broken, withFault } from '../runner/broken.fixture.js';
import type { LedgerSubject } from './ledger-subject.js';

export async function correctLedger(clock: ManualClock): Promise<LedgerSubject> {
  return subjectOf(new MemoryCreditLedger({ clock }));
}

/** A ledger that does everything but this right. */
export function brokenLedger(
  fault: string,
  caughtBy: string,
  make: (ledger: MemoryCreditLedger, clock: ManualClock) => Partial<MemoryCreditLedger>,
): Broken<LedgerSubject, [ManualClock]> {
  const create = async (clock: ManualClock) => {
    const ledger = new MemoryCreditLedger({ clock });
    return subjectOf(withFault(ledger, make(ledger, clock)));
  };
  return { fault, caughtBy, create };
}

/** A ledger that is correct until it is reopened; then `again` breaks it. */
export function openedAgain(
  fault: string,
  caughtBy: string,
  again: (ledger: MemoryCreditLedger) => MemoryCreditLedger,
): Broken<LedgerSubject, [ManualClock]> {
  const create = async (clock: ManualClock) => {
    const ledger = new MemoryCreditLedger({ clock });
    return { ...subjectOf(ledger), reopen: async () => again(ledger) };
  };
  return { fault, caughtBy, create };
}

/** A ledger that is correct by the wrong clock. */
export function onClock(
  fault: string,
  caughtBy: string,
  other: (clock: ManualClock) => Clock,
): Broken<LedgerSubject, [ManualClock]> {
  const create = async (clock: ManualClock) => subjectOf(new MemoryCreditLedger({ clock: other(clock) }));
  return { fault, caughtBy, create };
}

/** The ledger's `grant`, and the accounts that have used it: those with a row in a database. */
export function knowing(ledger: MemoryCreditLedger) {
  const known = new Set<AccountId>();
  const grant: LedgerSubject['grant'] = async (account, credits) => {
    known.add(account);
    await ledger.grant(account, credits);
  };
  return { known, grant };
}

/** Holds like a statement without a condition on the balance: missing credits are created. */
export async function holdUnseen(ledger: MemoryCreditLedger, request: HoldRequest): Promise<void> {
  const { available } = await ledger.balance(request.accountId);
  await ledger.grant(request.accountId, Math.max(0, request.credits - available));
  await ledger.hold(request);
}

function subjectOf(ledger: MemoryCreditLedger): LedgerSubject {
  return { ledger, grant: (account, credits) => ledger.grant(account, credits), close: async () => {} };
}
