import { MemoryCreditLedger } from '@dialproof/core';
import { describe } from 'vitest';
import { type Mutant, provesSuite } from '../runner/suite-proof.fixture.js';
import { type CreditStatementSubject, creditStatementContract } from './credit-statement-contract.js';

/** A statement that finds the older entries by a number: how many are newer, or the time of the last one. */
const pagedBy =
  (by: 'place' | 'time'): Mutant<MemoryCreditLedger, CreditStatementSubject> =>
  (ledger) => ({
    async statement({ cursor, limit, ...request }) {
      const { entries } = await ledger.statement({ ...request, limit: 1_000, cursor: null });
      const next = (index: number) => (by === 'place' ? index + 1 : -(entries[index]?.at ?? 0));
      const from = entries.findIndex((_, index) => cursor === null || next(index) > Number(cursor));
      const until = from < 0 ? entries.length : from + limit;
      const nextCursor = until < entries.length ? String(next(until - 1)) : null;
      return { entries: from < 0 ? [] : entries.slice(from, until), nextCursor };
    },
  });

describe('MemoryCreditLedger', () => {
  provesSuite<MemoryCreditLedger, CreditStatementSubject>(
    creditStatementContract,
    (clock, change) => {
      const ledger = change(new MemoryCreditLedger({ clock }));
      const grant: CreditStatementSubject['grant'] = (account, credits) => ledger.grant(account, credits);
      return { ledger, statement: ledger, grant, close: async () => {} };
    },
    {
      'shows every older entry once while entries are added': pagedBy('place'),
      'keeps its entries when it is opened again': (_, clock) => ({
        reopen: async () => new MemoryCreditLedger({ clock }),
      }),
    },
  );
});
