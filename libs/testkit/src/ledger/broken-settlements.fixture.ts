import {
  type HoldId,
  type HoldRequest,
  type MemoryCreditLedger,
  newVerificationHoldId,
  type Settlement,
} from '@dialproof/core';
import { FaultError, nextTurn, withFault } from '../runner/broken.fixture.js';
import { brokenLedger, openedAgain } from './broken-ledger.fixture.js';
import { ADA, holdFor } from './sample-hold.js';

/** A ledger's `hold` that keeps the requests that were made, for faults that go by them. */
function remembering(ledger: MemoryCreditLedger) {
  const holds = new Map<HoldId, HoldRequest>();
  const hold = async (request: HoldRequest): Promise<void> => {
    await ledger.hold(request);
    if (!holds.has(request.holdId)) holds.set(request.holdId, request);
  };
  return { holds, hold };
}

export const BROKEN_SETTLEMENTS = [
  brokenLedger('charges a whole hold, whatever is settled', 'settles a hold in part', (ledger) => {
    const { holds, hold } = remembering(ledger);
    return { hold, settle: (holdId) => ledger.settle(holdId, holds.get(holdId)?.credits ?? 0) };
  }),
  brokenLedger('loses the rest of a hold', 'settles a hold with nothing, which releases it', (ledger) => {
    const { holds, hold } = remembering(ledger);
    return {
      hold,
      async settle(holdId, credits) {
        const whole = holds.get(holdId)?.credits ?? 0;
        const { charged } = await ledger.settle(holdId, whole);
        return { charged: Math.min(charged, credits), returned: whole - credits };
      },
    };
  }),
  brokenLedger('returns the rest twice', 'settles a hold in part', (ledger) => {
    const { holds, hold } = remembering(ledger);
    return {
      hold,
      async settle(holdId, credits) {
        const settlement = await ledger.settle(holdId, credits);
        await ledger.grant(holds.get(holdId)?.accountId ?? ADA, settlement.returned);
        return settlement;
      },
    };
  }),
  brokenLedger(
    'charges again when a settlement is repeated',
    'keeps to the first outcome of a hold that was settled in part',
    (ledger) => {
      const { holds, hold } = remembering(ledger);
      const settled = new Set<HoldId>();
      return {
        hold,
        async settle(holdId, credits) {
          if (!settled.has(holdId)) {
            settled.add(holdId);
            return ledger.settle(holdId, credits);
          }
          const again = await holdFor(ledger, { credits, accountId: holds.get(holdId)?.accountId ?? ADA });
          return ledger.settle(again, credits);
        },
      };
    },
  ),
  brokenLedger(
    'answers a repeat with its own amount',
    'keeps to the first outcome of a hold that was settled in full',
    (ledger) => {
      const { holds, hold } = remembering(ledger);
      return {
        hold,
        async settle(holdId, credits) {
          await ledger.settle(holdId, credits);
          return { charged: credits, returned: (holds.get(holdId)?.credits ?? 0) - credits };
        },
      };
    },
  ),
  brokenLedger(
    'rejects the repeat of a settlement',
    'keeps to the first outcome of a hold that was settled with nothing, which releases it',
    (ledger) => {
      const settled = new Set<HoldId>();
      return {
        async settle(holdId, credits) {
          if (settled.has(holdId)) throw new FaultError('the hold is closed');
          settled.add(holdId);
          return ledger.settle(holdId, credits);
        },
      };
    },
  ),
  brokenLedger(
    'closes every hold of an account at once',
    'leaves the other holds of the account open',
    (ledger) => {
      const { holds, hold } = remembering(ledger);
      return {
        hold,
        async settle(holdId, credits) {
          const settlement = await ledger.settle(holdId, credits);
          const account = holds.get(holdId)?.accountId;
          for (const other of holds.values()) {
            if (other.accountId === account) await ledger.settle(other.holdId, 0);
          }
          return settlement;
        },
      };
    },
  ),
  brokenLedger(
    'claims to have charged for a hold that was never made',
    'charges and returns nothing for a hold that was never made',
    (ledger) => {
      const { holds, hold } = remembering(ledger);
      return {
        hold,
        settle: async (holdId, credits) =>
          holds.has(holdId) ? ledger.settle(holdId, credits) : { charged: credits, returned: 0 },
      };
    },
  ),
  brokenLedger(
    'rejects the settlement of a hold that was never made',
    'charges and returns nothing for a hold that was never made',
    (ledger) => {
      const { holds, hold } = remembering(ledger);
      return {
        hold,
        async settle(holdId, credits) {
          if (!holds.has(holdId)) throw new FaultError('no such hold');
          return ledger.settle(holdId, credits);
        },
      };
    },
  ),
  brokenLedger(
    'keeps a hold from being made that was settled before it came',
    'makes a hold that was refused once there are credits for it',
    (ledger) => {
      const settled = new Set<HoldId>();
      return {
        async hold(request) {
          if (!settled.has(request.holdId)) await ledger.hold(request);
        },
        settle(holdId, credits) {
          settled.add(holdId);
          return ledger.settle(holdId, credits);
        },
      };
    },
  ),
  brokenLedger(
    'charges what was held when more is asked for',
    'refuses to charge more than was held and leaves the hold open',
    (ledger) => {
      const { holds, hold } = remembering(ledger);
      return {
        hold,
        settle: (holdId, credits) =>
          ledger.settle(holdId, Math.min(credits, holds.get(holdId)?.credits ?? credits)),
      };
    },
  ),
  brokenLedger(
    'closes a hold also when it refuses to charge more than was held',
    'refuses to charge more than was held and leaves the hold open',
    (ledger) => ({
      async settle(holdId, credits) {
        try {
          return await ledger.settle(holdId, credits);
        } catch (error) {
          await ledger.settle(holdId, 0);
          throw error;
        }
      },
    }),
  ),
  brokenLedger(
    'looks whether a hold is open and then settles it',
    'gives concurrent settlements of a hold one outcome',
    (ledger) => {
      const { holds, hold } = remembering(ledger);
      const settled = new Map<HoldId, Settlement>();
      return {
        hold,
        async settle(holdId, credits) {
          const known = settled.get(holdId);
          if (known !== undefined) return known;
          await nextTurn();
          await ledger.settle(holdId, credits);
          const own = { charged: credits, returned: (holds.get(holdId)?.credits ?? credits) - credits };
          settled.set(holdId, own);
          return own;
        },
      };
    },
  ),
  brokenLedger(
    'reads a balance and then writes what a settlement returns to it',
    'loses no credit between settlements and holds that run at once',
    (ledger) => {
      const { holds, hold } = remembering(ledger);
      return {
        hold,
        async settle(holdId, credits) {
          const account = holds.get(holdId)?.accountId ?? ADA;
          const before = await ledger.balance(account);
          await nextTurn();
          const settlement = await ledger.settle(holdId, credits);
          const after = await ledger.balance(account);
          const lost = after.available - (before.available + settlement.returned);
          // What others have returned meanwhile is overwritten.
          if (lost > 0) {
            const gone = await holdFor(ledger, { accountId: account, credits: lost });
            await ledger.settle(gone, lost);
          }
          return settlement;
        },
      };
    },
  ),
  openedAgain(
    'forgets settlements at a restart',
    'remembers a settlement when it is opened again',
    (ledger) =>
      withFault(ledger, { settle: (_, credits) => ledger.settle(newVerificationHoldId(0), credits) }),
  ),
];
