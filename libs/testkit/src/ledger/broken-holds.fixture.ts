import {
  type AccountId,
  accountId,
  DialproofError,
  type HoldId,
  MemoryCreditLedger,
  newVerificationHoldId,
} from '@dialproof/core';
import { FaultError, nextTurn } from '../runner/broken.fixture.js';
import { brokenLedger, holdUnseen, openedAgain } from './broken-ledger.fixture.js';

const EVERYONE = accountId('everyone');

export const BROKEN_HOLDS = [
  brokenLedger(
    'rejects the balance of an account it does not know',
    'knows zeros of an account it does not know',
    (ledger) => {
      const known = new Set<AccountId>();
      return {
        async grant(account, credits) {
          known.add(account);
          await ledger.grant(account, credits);
        },
        async balance(account) {
          if (!known.has(account)) throw new FaultError('no such row');
          return ledger.balance(account);
        },
      };
    },
  ),
  brokenLedger(
    'counts held credits as available',
    'moves held credits from available to held, of this account alone',
    (ledger) => ({
      async balance(account) {
        const { available, held } = await ledger.balance(account);
        return { available: available + held, held };
      },
    }),
  ),
  brokenLedger(
    'has one balance for all accounts',
    'moves held credits from available to held, of this account alone',
    (ledger) => ({
      grant: (_, credits) => ledger.grant(EVERYONE, credits),
      hold: (request) => ledger.hold({ ...request, accountId: EVERYONE }),
      balance: () => ledger.balance(EVERYONE),
    }),
  ),
  brokenLedger(
    'compares account ids as some databases compare text',
    'keeps accounts apart whose ids differ in the case of a letter alone',
    (ledger) => {
      const fold = (account: AccountId) => accountId(account.toLowerCase());
      return {
        grant: (account, credits) => ledger.grant(fold(account), credits),
        hold: (request) => ledger.hold({ ...request, accountId: fold(request.accountId) }),
        balance: (account) => ledger.balance(fold(account)),
      };
    },
  ),
  brokenLedger(
    'lets a balance go below zero',
    'holds all that is available, and not one credit more',
    (ledger) => {
      const debts = new Map<AccountId, number>();
      return {
        async hold(request) {
          const { accountId: account, credits } = request;
          const { available } = await ledger.balance(account);
          debts.set(account, (debts.get(account) ?? 0) + Math.max(0, credits - available));
          await holdUnseen(ledger, request);
        },
        async balance(account) {
          const { available, held } = await ledger.balance(account);
          return { available: available - (debts.get(account) ?? 0), held };
        },
      };
    },
  ),
  brokenLedger(
    'refuses to hold the last credit',
    'holds all that is available, and not one credit more',
    (ledger) => ({
      async hold(request) {
        const { available } = await ledger.balance(request.accountId);
        if (available === request.credits) throw new FaultError('only less than there is');
        await ledger.hold(request);
      },
    }),
  ),
  brokenLedger(
    'refuses with an error that has no code',
    'holds all that is available, and not one credit more',
    (ledger) => ({
      hold: (request) =>
        ledger.hold(request).catch(() => {
          throw new Error('insufficient_credits');
        }),
    }),
  ),
  brokenLedger(
    'opens an account with credit for whoever asks',
    'holds nothing of an account it does not know',
    (ledger) => {
      const known = new Set<AccountId>();
      return {
        async grant(account, credits) {
          known.add(account);
          await ledger.grant(account, credits);
        },
        hold: (request) =>
          known.has(request.accountId) ? ledger.hold(request) : holdUnseen(ledger, request),
      };
    },
  ),
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
    'refuses a hold of nothing where nothing is available',
    'holds no credits at all, also where none are available',
    (ledger) => ({
      async hold(request) {
        const { available } = await ledger.balance(request.accountId);
        if (available <= 0) throw new DialproofError('insufficient_credits');
        await ledger.hold(request);
      },
    }),
  ),
  brokenLedger(
    'refuses a hold of nothing for an account it does not know',
    'holds no credits at all of an account it does not know',
    (ledger) => {
      const known = new Set<AccountId>();
      return {
        async grant(account, credits) {
          known.add(account);
          await ledger.grant(account, credits);
        },
        async hold(request) {
          if (!known.has(request.accountId)) throw new FaultError('no such account');
          await ledger.hold(request);
        },
      };
    },
  ),
  brokenLedger('counts in 32 bits', 'counts beyond 32 bits', (ledger) => ({
    async balance(account) {
      const { available, held } = await ledger.balance(account);
      return { available: available | 0, held: held | 0 };
    },
  })),
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
      const expiresAt = new Map<HoldId, number | null>();
      return {
        async hold(request) {
          await ledger.hold({ ...request, expiresAt: null });
          expiresAt.set(request.holdId, request.expiresAt);
        },
        async releaseExpired(now) {
          let released = 0;
          for (const [holdId, time] of expiresAt) {
            if (time === null || time > now) continue;
            expiresAt.delete(holdId);
            const { returned } = await ledger.settle(holdId, 0);
            if (returned > 0) released += 1;
          }
          return released;
        },
      };
    },
  ),
  brokenLedger('opens a closed hold again', 'does not open a closed hold again', (ledger) => {
    const current = new Map<HoldId, HoldId>();
    const idOf = (holdId: HoldId) => current.get(holdId) ?? holdId;
    return {
      hold: (request) => ledger.hold({ ...request, holdId: idOf(request.holdId) }),
      async settle(holdId, credits) {
        const settlement = await ledger.settle(idOf(holdId), credits);
        current.set(holdId, newVerificationHoldId(0));
        return settlement;
      },
    };
  }),
  brokenLedger(
    'reads a balance and then writes it',
    'never lets concurrent holds take more than is available',
    (ledger) => {
      const made = new Set<HoldId>();
      return {
        async hold(request) {
          const { available } = await ledger.balance(request.accountId);
          if (made.has(request.holdId)) return;
          if (available < request.credits) throw new DialproofError('insufficient_credits');
          made.add(request.holdId);
          await nextTurn();
          await holdUnseen(ledger, request);
        },
      };
    },
  ),
  brokenLedger(
    'looks for a hold and then makes it',
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
  openedAgain(
    'forgets everything at a restart',
    'remembers balances and open holds when it is opened again',
    () => new MemoryCreditLedger(),
  ),
];
