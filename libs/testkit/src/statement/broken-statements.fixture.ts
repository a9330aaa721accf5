import {
  type CreditEntry,
  type CreditStatement,
  type ManualClock,
  MemoryCreditLedger,
} from '@dialproof/core';
import { ADA } from '../ledger/sample-hold.js';
import { type Broken, FaultError, withFault } from '../runner/broken.fixture.js';
import type { CreditStatementSubject } from './credit-statement-subject.js';

export async function correctStatement(clock: ManualClock): Promise<CreditStatementSubject> {
  return subjectOf(new MemoryCreditLedger({ clock }));
}

/** A ledger that does everything but this right. */
function brokenStatement(
  fault: string,
  caughtBy: string,
  make: (ledger: MemoryCreditLedger) => Partial<MemoryCreditLedger>,
): Broken<CreditStatementSubject, [ManualClock]> {
  const create = async (clock: ManualClock) => {
    const ledger = new MemoryCreditLedger({ clock });
    return subjectOf(withFault(ledger, make(ledger)));
  };
  return { fault, caughtBy, create };
}

function subjectOf(ledger: MemoryCreditLedger): CreditStatementSubject {
  return {
    ledger,
    statement: ledger,
    grant: (account, credits) => ledger.grant(account, credits),
    close: async () => {},
  };
}

type Show = (entries: readonly CreditEntry[]) => readonly CreditEntry[];

/** A statement whose pages come out like that. */
const showing =
  (show: Show) =>
  (ledger: MemoryCreditLedger): Partial<MemoryCreditLedger> => ({
    async statement(request) {
      const page = await ledger.statement(request);
      return { ...page, entries: show(page.entries) };
    },
  });

/** A statement whose cursors are counted from the newest entry. */
const byPlace = (ledger: MemoryCreditLedger): Partial<MemoryCreditLedger> => ({
  async statement({ cursor, limit, ...request }) {
    const { entries } = await ledger.statement({ ...request, limit: 1_000, cursor: null });
    const from = Number(cursor ?? 0);
    const until = from + limit;
    return { entries: entries.slice(from, until), nextCursor: until < entries.length ? String(until) : null };
  },
});

/** A statement with an entry more for each of these calls. */
const adding =
  (method: 'hold' | 'releaseExpired' | 'settle') =>
  (ledger: MemoryCreditLedger): Partial<MemoryCreditLedger> => {
    const added: CreditEntry[] = [];
    const entry = (): CreditEntry => ({
      entryId: `x${added.length}`,
      kind: 'charge',
      credits: -1,
      holdId: null,
      at: 0,
    });
    const noted = <Request, Result>(call: (request: Request) => Promise<Result>) => {
      return async (request: Request): Promise<Result> => {
        const result = await call(request);
        if (result !== 0) added.push(entry());
        return result;
      };
    };
    return {
      ...(method === 'hold' ? { hold: noted((request) => ledger.hold(request)) } : {}),
      ...(method === 'settle' ? { settle: noted((request) => ledger.settle(request)) } : {}),
      ...(method === 'releaseExpired'
        ? { releaseExpired: noted((options) => ledger.releaseExpired(options)) }
        : {}),
      async statement(request) {
        const page = await ledger.statement(request);
        return { ...page, entries: [...added, ...page.entries] };
      },
    };
  };

const WHOLE = 'shows grants and charges, the newest first, with hold and time';
const NO_HOLDS = 'shows neither holds nor releases';
const PAGES = 'shows page after page, also of entries of the same time';
const CURSOR = 'refuses a cursor that it has not given';
const SUM = 'adds up to the available and held credits';

export const BROKEN_STATEMENTS = [
  brokenStatement(
    'gives a cursor for an empty list',
    'has no entries of an account that nothing has happened to',
    (ledger) => ({
      async statement(request) {
        const page = await ledger.statement(request);
        return { ...page, nextCursor: page.nextCursor ?? request.cursor ?? '0' };
      },
    }),
  ),
  brokenStatement(
    'shows the oldest first',
    WHOLE,
    showing((entries) => [...entries].reverse()),
  ),
  brokenStatement(
    'shows charges as positive',
    WHOLE,
    showing((entries) => entries.map((entry) => ({ ...entry, credits: Math.abs(entry.credits) }))),
  ),
  brokenStatement(
    'does not say which hold was charged',
    WHOLE,
    showing((entries) => entries.map((entry) => ({ ...entry, holdId: null }))),
  ),
  brokenStatement(
    'shows the time of reading',
    WHOLE,
    showing((entries) => entries.map((entry) => ({ ...entry, at: entries[0]?.at ?? 0 }))),
  ),
  brokenStatement(
    'names all entries alike',
    WHOLE,
    showing((entries) => entries.map((entry) => ({ ...entry, entryId: '1' }))),
  ),
  brokenStatement('shows holds', NO_HOLDS, adding('hold')),
  brokenStatement('shows what returns', NO_HOLDS, adding('settle')),
  brokenStatement('shows what expires', NO_HOLDS, adding('releaseExpired')),
  brokenStatement(
    'shows every settlement',
    'shows a charge once, however often it is settled',
    adding('settle'),
  ),
  brokenStatement("shows everybody's entries", 'shows the entries of one account alone', (ledger) => ({
    statement: (request) => ledger.statement({ ...request, accountId: ADA }),
  })),
  brokenStatement(
    'counts in 32 bits',
    SUM,
    showing((entries) => entries.map((entry) => ({ ...entry, credits: entry.credits | 0 }))),
  ),
  brokenStatement(
    'leaves older entries out',
    SUM,
    showing((entries) => entries.slice(0, 3)),
  ),
  brokenStatement('goes on behind the time of the last entry', PAGES, (ledger) => ({
    async statement({ cursor, limit, ...request }) {
      const until = cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor);
      const { entries } = await ledger.statement({ ...request, limit: 1_000, cursor: null });
      const following = entries.filter(({ at }) => at < until);
      const page = following.slice(0, limit);
      const last = page.at(-1);
      return {
        entries: page,
        nextCursor: last !== undefined && following.length > page.length ? String(last.at) : null,
      };
    },
  })),
  brokenStatement(
    'gives a cursor with every full page',
    'says that no page follows a full one that was the last',
    (ledger) => ({
      async statement(request) {
        const page = await ledger.statement(request);
        const isFull = page.entries.length === request.limit;
        return isFull ? { ...page, nextCursor: page.nextCursor ?? '0' } : page;
      },
    }),
  ),
  brokenStatement(
    'counts the entries from the newest',
    'shows every older entry once while entries are added',
    byPlace,
  ),
  brokenStatement('takes any text for a cursor', CURSOR, byPlace),
  brokenStatement('fails on a cursor that is none', CURSOR, (ledger) => ({
    statement: (request) =>
      ledger.statement(request).catch(() => {
        throw new FaultError('invalid input syntax for type bigint');
      }),
  })),
  {
    fault: 'forgets its entries at a restart',
    caughtBy: 'keeps its entries when it is opened again',
    create: async (clock: ManualClock): Promise<CreditStatementSubject> => ({
      ...(await correctStatement(clock)),
      reopen: async (): Promise<CreditStatement> => new MemoryCreditLedger({ clock }),
    }),
  },
];
