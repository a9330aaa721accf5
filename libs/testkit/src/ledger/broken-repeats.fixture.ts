import { DialproofError, type HoldId, type HoldRequest, newVerificationHoldId } from '@dialproof/core';
import { FaultError, nextTurn } from '../runner/broken.fixture.js';
import { brokenLedger } from './broken-ledger.fixture.js';

export const BROKEN_REPEATS = [
  brokenLedger(
    'takes a hold that it refused for one that it made',
    'makes a hold that was refused once there are credits for it',
    (ledger) => {
      const asked = new Set<HoldId>();
      return {
        async hold(request) {
          if (asked.has(request.holdId)) return;
          asked.add(request.holdId);
          await ledger.hold(request);
        },
      };
    },
  ),
  brokenLedger(
    'holds again when a hold is repeated',
    'changes nothing when an open hold is repeated, whatever the repeat asks',
    (ledger) => {
      const made = new Set<HoldId>();
      return {
        async hold(request) {
          const holdId = made.has(request.holdId) ? newVerificationHoldId(0) : request.holdId;
          await ledger.hold({ ...request, holdId });
          made.add(holdId);
        },
      };
    },
  ),
  brokenLedger(
    'judges the credits of a repeat',
    'changes nothing when an open hold is repeated, whatever the repeat asks',
    (ledger) => ({
      async hold(request) {
        const { available } = await ledger.balance(request.accountId);
        if (available < request.credits) throw new DialproofError('insufficient_credits');
        await ledger.hold(request);
      },
    }),
  ),
  brokenLedger(
    'changes when a hold expires as a repeat says',
    'changes nothing when an open hold is repeated, whatever the repeat asks',
    (ledger) => {
      const last = new Map<HoldId, HoldRequest>();
      return {
        async hold(request) {
          await ledger.hold({ ...request, expiresAfterMs: null });
          last.set(request.holdId, request);
        },
        async releaseExpired() {
          const expired = [...last.values()].filter(({ expiresAfterMs }) => expiresAfterMs !== null);
          return expired.length;
        },
      };
    },
  ),
  brokenLedger('opens a closed hold again', 'does not open a closed hold again', (ledger) => {
    const current = new Map<HoldId, HoldId>();
    const idOf = (holdId: HoldId) => current.get(holdId) ?? holdId;
    return {
      hold: (request) => ledger.hold({ ...request, holdId: idOf(request.holdId) }),
      async settle(request) {
        const settlement = await ledger.settle({ ...request, holdId: idOf(request.holdId) });
        current.set(request.holdId, newVerificationHoldId(0));
        return settlement;
      },
    };
  }),
  brokenLedger(
    'searches a hold and then makes it',
    'makes a hold once when it is made many times at once',
    (ledger) => {
      const made = new Set<HoldId>();
      return {
        async hold(request) {
          if (made.has(request.holdId)) return;
          await nextTurn();
          if (made.has(request.holdId)) throw new FaultError('duplicate key');
          await ledger.hold(request);
          made.add(request.holdId);
        },
      };
    },
  ),
];
