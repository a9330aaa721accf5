import { type AccountId, DialproofError, type HoldId } from '@dialproof/core';
import { FaultError, nextTurn } from '../runner/broken.fixture.js';
import { brokenLedger, holdUnseen, knowing } from './broken-ledger.fixture.js';

export const BROKEN_HOLDS = [
  brokenLedger('lets a balance go below zero', 'holds all available credits, and not one more', (ledger) => {
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
  }),
  brokenLedger(
    'refuses to hold the last credit',
    'holds all available credits, and not one more',
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
    'holds all available credits, and not one more',
    (ledger) => ({
      hold: (request) =>
        ledger.hold(request).catch(() => {
          throw new Error('insufficient_credits');
        }),
    }),
  ),
  brokenLedger(
    'opens an account with credit for every caller',
    'holds nothing of an account it does not know',
    (ledger) => {
      const { known, grant } = knowing(ledger);
      return {
        grant,
        hold: (request) =>
          known.has(request.accountId) ? ledger.hold(request) : holdUnseen(ledger, request),
      };
    },
  ),
  brokenLedger(
    'refuses a hold of 0 if nothing is available',
    'holds 0 credits, also if none are available',
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
    'holds 0 credits of an unknown account',
    (ledger) => {
      const { known, grant } = knowing(ledger);
      return {
        grant,
        async hold(request) {
          if (!known.has(request.accountId)) throw new FaultError('no such account');
          await ledger.hold(request);
        },
      };
    },
  ),
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
];
