import { type AccountId, accountId, MemoryCreditLedger } from '@dialproof/core';
import { FaultError } from '../runner/broken.fixture.js';
import { brokenLedger, knowing, openedAgain } from './broken-ledger.fixture.js';

const EVERYONE = accountId('everyone');

export const BROKEN_BALANCES = [
  brokenLedger(
    'rejects the balance of an account it does not know',
    'knows zeros of an account it does not know',
    (ledger) => {
      const { known, grant } = knowing(ledger);
      return {
        grant,
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
  brokenLedger('counts in 32 bits', 'counts beyond 32 bits', (ledger) => ({
    async balance(account) {
      const { available, held } = await ledger.balance(account);
      return { available: available | 0, held: held | 0 };
    },
  })),
  openedAgain(
    'forgets everything at a restart',
    'remembers balances and open holds when it is opened again',
    () => new MemoryCreditLedger(),
  ),
];
