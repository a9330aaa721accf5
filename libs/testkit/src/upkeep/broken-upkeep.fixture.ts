import { type HoldId, type ManualClock, MemoryCreditLedger } from '@dialproof/core';
import { type Broken, FaultError, nextTurn, withFault } from '../runner/broken.fixture.js';
import type { LedgerUpkeepSubject } from './ledger-upkeep-subject.js';

export async function correctUpkeep(clock: ManualClock): Promise<LedgerUpkeepSubject> {
  return subjectOf(new MemoryCreditLedger({ clock }));
}

/** A ledger that does everything but this right. */
function brokenUpkeep(
  fault: string,
  caughtBy: string,
  make: (ledger: MemoryCreditLedger) => Partial<MemoryCreditLedger>,
): Broken<LedgerUpkeepSubject, [ManualClock]> {
  const create = async (clock: ManualClock) => {
    const ledger = new MemoryCreditLedger({ clock });
    return subjectOf(withFault(ledger, make(ledger)));
  };
  return { fault, caughtBy, create };
}

function subjectOf(ledger: MemoryCreditLedger): LedgerUpkeepSubject {
  return {
    ledger,
    upkeep: ledger,
    statement: ledger,
    grant: (account, credits) => ledger.grant(account, credits),
    close: async () => {},
  };
}

export const BROKEN_UPKEEP = [
  brokenUpkeep(
    'begins each page of open holds at the first',
    'lists the open holds that never expire, page after page',
    (ledger) => ({ openHolds: ({ limit }) => ledger.openHolds({ after: null, limit }) }),
  ),
  brokenUpkeep(
    'prunes holds as soon as they are closed',
    'prunes holds that were closed so long ago, and no others',
    (ledger) => ({ pruneHolds: (request) => ledger.pruneHolds({ ...request, closedBeforeMs: 0 }) }),
  ),
  brokenUpkeep(
    'charges again when a pruned hold is settled',
    'takes a pruned hold for one that was never made',
    (ledger) => {
      const settled = new Set<HoldId>();
      return {
        async settle(request) {
          const settlement = await ledger.settle(request);
          const isForgotten = settled.has(request.holdId) && settlement.charged + settlement.returned === 0;
          settled.add(request.holdId);
          return isForgotten ? { charged: request.credits, returned: 0 } : settlement;
        },
      };
    },
  ),
  brokenUpkeep('prunes all that are old', 'prunes at most as many as asked, the oldest first', (ledger) => ({
    pruneHolds: (request) => ledger.pruneHolds({ ...request, limit: 1_000 }),
  })),
  brokenUpkeep(
    'sums up months that have not ended so long ago',
    'leaves the charges of months that have not ended so long ago',
    (ledger) => ({ sumUpCharges: (request) => ledger.sumUpCharges({ ...request, endedBeforeMs: 1 }) }),
  ),
  brokenUpkeep(
    'sums up all charges at once',
    'adds the charges that a call has left to the sum',
    (ledger) => ({ sumUpCharges: (request) => ledger.sumUpCharges({ ...request, limit: 1_000 }) }),
  ),
  brokenUpkeep('forgets the charges of pruned holds', 'leaves the statement as it is', (ledger) => {
    let hasPruned = false;
    return {
      async pruneHolds(request) {
        const pruned = await ledger.pruneHolds(request);
        hasPruned ||= pruned > 0;
        return pruned;
      },
      async statement(request) {
        const page = await ledger.statement(request);
        const entries = page.entries.filter(({ kind }) => !hasPruned || kind === 'grant');
        return { ...page, entries };
      },
    };
  }),
  brokenUpkeep('fails when another call prunes', 'prunes each hold once in concurrent calls', (ledger) => {
    let isPruning = false;
    return {
      async pruneHolds(request) {
        if (isPruning) throw new FaultError('locked');
        isPruning = true;
        await nextTurn();
        const pruned = await ledger.pruneHolds(request);
        isPruning = false;
        return pruned;
      },
    };
  }),
  brokenUpkeep('fails when another call sums up', 'counts each charge once in concurrent calls', (ledger) => {
    let isSummingUp = false;
    return {
      async sumUpCharges(request) {
        if (isSummingUp) throw new FaultError('locked');
        isSummingUp = true;
        await nextTurn();
        const summed = await ledger.sumUpCharges(request);
        isSummingUp = false;
        return summed;
      },
    };
  }),
  brokenUpkeep(
    'sums up nothing',
    'sums up charges by account and month, and leaves grants as they are',
    () => ({ sumUpCharges: async () => 0 }),
  ),
];
