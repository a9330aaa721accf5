import {
  type HoldId,
  type HoldRequest,
  type MemoryCreditLedger,
  newVerificationHoldId,
  type Settlement,
} from '@dialproof/core';
import { FaultError, nextTurn, withFault } from '../runner/broken.fixture.js';
import { brokenLedger, openedAgain } from './broken-ledger.fixture.js';
import { holdFor } from './sample-hold.js';

const OF_ANOTHER = "refuses to settle another account's hold, open or closed, and changes nothing";

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
    return {
      hold,
      settle: (request) => ledger.settle({ ...request, credits: holds.get(request.holdId)?.credits ?? 0 }),
    };
  }),
  brokenLedger('loses the rest of a hold', 'settles a hold with nothing, which releases it', (ledger) => {
    const { holds, hold } = remembering(ledger);
    return {
      hold,
      async settle(request) {
        const whole = holds.get(request.holdId)?.credits ?? 0;
        const { charged } = await ledger.settle({ ...request, credits: whole });
        return { charged: Math.min(charged, request.credits), returned: whole - request.credits };
      },
    };
  }),
  brokenLedger('returns the rest twice', 'settles a hold in part', (ledger) => ({
    async settle(request) {
      const settlement = await ledger.settle(request);
      await ledger.grant(request.accountId, settlement.returned);
      return settlement;
    },
  })),
  brokenLedger(
    'charges again when a settlement is repeated',
    'keeps to the first outcome of a hold that was settled in part',
    (ledger) => {
      const settled = new Set<HoldId>();
      return {
        async settle(request) {
          const { accountId, credits } = request;
          if (!settled.has(request.holdId)) {
            settled.add(request.holdId);
            return ledger.settle(request);
          }
          const holdId = await holdFor(ledger, { credits, accountId });
          return ledger.settle({ ...request, holdId });
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
        async settle(request) {
          await ledger.settle(request);
          const { credits } = request;
          return { charged: credits, returned: (holds.get(request.holdId)?.credits ?? 0) - credits };
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
        async settle(request) {
          if (settled.has(request.holdId)) throw new FaultError('the hold is closed');
          settled.add(request.holdId);
          return ledger.settle(request);
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
        async settle(request) {
          const settlement = await ledger.settle(request);
          for (const { accountId, holdId } of holds.values()) {
            if (accountId === request.accountId) await ledger.settle({ accountId, holdId, credits: 0 });
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
        settle: async (request) =>
          holds.has(request.holdId) ? ledger.settle(request) : { charged: request.credits, returned: 0 },
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
        async settle(request) {
          if (!holds.has(request.holdId)) throw new FaultError('no such hold');
          return ledger.settle(request);
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
        settle(request) {
          settled.add(request.holdId);
          return ledger.settle(request);
        },
      };
    },
  ),
  brokenLedger(
    'charges the held credits when more are requested',
    'refuses to charge more than was held and leaves the hold open',
    (ledger) => {
      const { holds, hold } = remembering(ledger);
      return {
        hold,
        settle(request) {
          const most = holds.get(request.holdId)?.credits ?? request.credits;
          return ledger.settle({ ...request, credits: Math.min(request.credits, most) });
        },
      };
    },
  ),
  brokenLedger(
    'closes a hold also when it refuses to charge more than was held',
    'refuses to charge more than was held and leaves the hold open',
    (ledger) => ({
      async settle(request) {
        try {
          return await ledger.settle(request);
        } catch (error) {
          await ledger.settle({ ...request, credits: 0 });
          throw error;
        }
      },
    }),
  ),
  brokenLedger('settles a hold for whichever account', OF_ANOTHER, (ledger) => {
    const { holds, hold } = remembering(ledger);
    return {
      hold,
      settle(request) {
        const accountId = holds.get(request.holdId)?.accountId ?? request.accountId;
        return ledger.settle({ ...request, accountId });
      },
    };
  }),
  brokenLedger("takes another account's hold for one that was never made", OF_ANOTHER, (ledger) => ({
    settle: (request) =>
      ledger.settle(request).catch((error) => {
        if (request.credits > 10) throw error;
        return { charged: 0, returned: 0 };
      }),
  })),
  brokenLedger('tells every account how a hold was settled', OF_ANOTHER, (ledger) => {
    const settled = new Map<HoldId, Settlement>();
    return {
      async settle(request) {
        const known = settled.get(request.holdId);
        if (known !== undefined) return known;
        const settlement = await ledger.settle(request);
        settled.set(request.holdId, settlement);
        return settlement;
      },
    };
  }),
  brokenLedger(
    'reads whether a hold is open and then settles it',
    'gives concurrent settlements of a hold one outcome',
    (ledger) => {
      const { holds, hold } = remembering(ledger);
      const settled = new Map<HoldId, Settlement>();
      return {
        hold,
        async settle(request) {
          const { credits, holdId } = request;
          const known = settled.get(holdId);
          if (known !== undefined) return known;
          await nextTurn();
          await ledger.settle(request);
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
    (ledger) => ({
      async settle(request) {
        const { accountId } = request;
        const before = await ledger.balance(accountId);
        await nextTurn();
        const settlement = await ledger.settle(request);
        const after = await ledger.balance(accountId);
        const lost = after.available - (before.available + settlement.returned);
        // Credits that others have returned meanwhile are overwritten.
        if (lost > 0) {
          const holdId = await holdFor(ledger, { accountId, credits: lost });
          await ledger.settle({ holdId, accountId, credits: lost });
        }
        return settlement;
      },
    }),
  ),
  openedAgain(
    'forgets settlements at a restart',
    'remembers a settlement when it is opened again',
    (ledger) =>
      withFault(ledger, {
        settle: (request) => ledger.settle({ ...request, holdId: newVerificationHoldId(0) }),
      }),
  ),
];
