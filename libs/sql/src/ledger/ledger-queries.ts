import { isOneOf, jsonRows } from '../json-rows.js';
import { FOR_UPDATE, MAY_BE_UNDONE, type Query, sql, WAITS_NO_LONGER } from '../query.js';
import type { Columns } from '../schema.js';

type OfAccount = { accountId: string };
type Month = OfAccount & { from: number; until: number };
type HoldKey = Columns<'holds', 'hold_id' | 'account_id'>;
type AccountCharge = Columns<'journal', 'account_id' | 'created_at'>;

const IN_MONTH = sql<Month>`account_id = ${'accountId'} and kind <> 'grant' and created_at >= ${'from'} and created_at < ${'until'}`;

const NEW_HOLDS = jsonRows('holds', { hold_id: 'text', credits: 'whole', expires_at: 'whole' });
const CLOSED_HOLDS = jsonRows('holds', { hold_id: 'text', charged: 'whole', answer: 'text' });
const CHARGES = jsonRows('entries', { entry: 'whole', hold_id: 'text', charged: 'whole' });

type Closing = OfAccount & { holds: string; closedAt: number };
type ClosedHold = Columns<'holds', 'hold_id' | 'account_id' | 'credits' | 'answer'> & {
  readonly charged: number;
};

/** Closes the account's holds that are open and cover their charge. */
const closing = (accountId: Query<OfAccount>) => sql<Closing>`
  update holds set charged = given.charged, answer = given.answer, closed_at = ${'closedAt'} from ${CLOSED_HOLDS}
  where holds.hold_id = given.hold_id and account_id = ${accountId} and holds.charged is null and credits >= given.charged
  returning holds.hold_id, account_id, credits, holds.charged, holds.answer`;

export const ledgerQueries = {
  /** Makes the holds whose ids are new. */
  openHolds: sql<OfAccount & { holds: string; createdAt: number }, Columns<'holds', 'credits'>>`
    insert into holds (hold_id, account_id, credits, created_at, expires_at)
    select hold_id, ${'accountId'}, credits, ${'createdAt'}, expires_at from ${NEW_HOLDS} where true
    on conflict (hold_id) do nothing
    returning credits`,
  closeHolds: sql<Closing, ClosedHold>`${closing(sql<OfAccount>`${'accountId'}`)}`,
  selectHolds: sql<
    { holdIds: string },
    Columns<'holds', 'hold_id' | 'account_id' | 'credits' | 'charged' | 'answer'>
  >`select hold_id, account_id, credits, charged, answer from holds where ${isOneOf('hold_id', 'holdIds')}`,
  selectExpired: sql<{ until: number; limit: number }, HoldKey>`
    select hold_id, account_id from holds where charged is null and expires_at <= ${'until'} limit ${'limit'}`,

  selectBalance: sql<OfAccount, Columns<'balances', 'available' | 'held'>>`
    select available, held from balances where account_id = ${'accountId'}`,
  /** Changes nothing, and locks the row of the account. */
  lockBalance: sql<OfAccount, Columns<'balances', 'available'>>`
    select available from balances where account_id = ${'accountId'} ${FOR_UPDATE}`,
  /** Locks in the order of the ids, so that two writes cannot deadlock. */
  lockBalances: sql<{ accountIds: string }, Columns<'balances', 'available'>>`
    select available from balances where ${isOneOf('account_id', 'accountIds')} order by account_id ${FOR_UPDATE}`,
  /** Moves credits from available to held, if there are enough. Whoever holds credits is an account again. */
  setAside: sql<OfAccount & { credits: number }>`
    update balances set available = available - ${'credits'}, held = held + ${'credits'}, is_erased = 0
    where account_id = ${'accountId'} and available >= ${'credits'}`,
  /** Takes credits out of held. `returned` of them become available again. */
  takeBack: sql<
    OfAccount & { credits: number; returned: number; entries: number },
    Columns<'balances', 'last_entry'>
  >`update balances set available = available + ${'returned'}, held = held - ${'credits'}, last_entry = last_entry + ${'entries'}
    where account_id = ${'accountId'} returning last_entry`,
  addAccount: sql<OfAccount>`
    insert into balances (account_id, available, held) values (${'accountId'}, 0, 0) on conflict (account_id) do nothing`,
  /** Makes credits available, and takes the number of the entry. */
  addAvailable: sql<OfAccount & { credits: number; entries: number }, Columns<'balances', 'last_entry'>>`
    insert into balances (account_id, available, held, last_entry) values (${'accountId'}, ${'credits'}, 0, ${'entries'})
    on conflict (account_id) do update set available = balances.available + excluded.available,
      last_entry = balances.last_entry + excluded.last_entry
    returning last_entry`,

  addGrant: sql<OfAccount & { entry: number; credits: number; note: string | null; createdAt: number }>`
    insert into journal (account_id, entry, kind, credits, note, created_at)
    values (${'accountId'}, ${'entry'}, 'grant', ${'credits'}, ${'note'}, ${'createdAt'})`,
  addCharges: sql<OfAccount & { entries: string; createdAt: number }>`
    insert into journal (account_id, entry, kind, credits, hold_id, created_at)
    select ${'accountId'}, entry, 'charge', -charged, hold_id, ${'createdAt'} from ${CHARGES}`,
  selectNewest: sql<
    OfAccount & { before: number; limit: number },
    Columns<'journal', 'entry' | 'kind' | 'credits' | 'hold_id' | 'created_at'>
  >`select entry, kind, credits, hold_id, created_at from journal
    where account_id = ${'accountId'} and entry < ${'before'} order by entry desc limit ${'limit'}`,
};

/** What the queries of {@link ledgerQueries} do together, in one statement of a server. It locks the row of the account before its holds. */
export const serverLedgerQueries = {
  /**
   * Sets the credits of new holds aside and makes them, if the balance covers all of the given ones. Otherwise it changes no row. A crash of
   * the server may undo those that expire, for which the commit does not wait for the disk.
   */
  openHolds: sql<OfAccount & { credits: number; holds: string; createdAt: number }>`
    with account as (
      select account_id from balances
      where account_id = ${'accountId'} and available >= ${'credits'} and ${WAITS_NO_LONGER} for update),
    opened as (
      insert into holds (hold_id, account_id, credits, created_at, expires_at)
      select hold_id, account_id, credits, ${'createdAt'}, expires_at from ${NEW_HOLDS} cross join account
      on conflict (hold_id) do nothing returning credits, expires_at is not null and ${MAY_BE_UNDONE})
    update balances set available = available - added.credits, held = held + added.credits, is_erased = 0
    from account cross join (select coalesce(sum(credits), 0) as credits from opened) as added
    where balances.account_id = account.account_id`,
  /** Closes holds, takes their credits out of held, and enters the charges into the journal. */
  closeHolds: sql<Closing, ClosedHold>`
    with account as (
      select account_id from balances where account_id = ${'accountId'} and ${WAITS_NO_LONGER} for update),
    closed as (${closing(sql`(select account_id from account)`)}),
    taken as (
      update balances set available = available + sums.credits - sums.charged, held = held - sums.credits,
        last_entry = last_entry + sums.charges
      from (
        select sum(credits) as credits, sum(charged) as charged, count(*) filter (where charged > 0) as charges
        from closed having count(*) > 0) as sums
      where account_id = ${'accountId'} returning last_entry - sums.charges as entry_before),
    entered as (
      insert into journal (account_id, entry, kind, credits, hold_id, created_at)
      select account_id, entry_before + row_number() over (), 'charge', -charged, hold_id, ${'closedAt'}
      from closed cross join taken where charged > 0)
    select hold_id, account_id, credits, charged, answer from closed`,
};

/** The queries that prune closed holds and sum up charges. */
export const upkeepQueries = {
  /** The open holds that never expire. */
  selectOpen: sql<{ after: string; limit: number }, HoldKey>`
    select hold_id, account_id from holds where charged is null and expires_at is null and hold_id > ${'after'}
    order by hold_id limit ${'limit'}`,
  selectClosed: sql<{ until: number; limit: number }, HoldKey>`
    select hold_id, account_id from holds where charged is not null and closed_at <= ${'until'}
    order by closed_at limit ${'limit'}`,
  /** Removes closed holds. An open one stays, whatever its time. */
  removeClosed: sql<{ holdIds: string }, Columns<'holds', 'account_id'> & { readonly charged: number }>`
    delete from holds where ${isOneOf('hold_id', 'holdIds')} and charged is not null returning account_id, charged`,
  addPruned: sql<OfAccount & { charged: number }>`
    update balances set pruned_charges = pruned_charges + ${'charged'} where account_id = ${'accountId'}`,
  oldestCharge: sql<{ before: number }, AccountCharge>`
    select account_id, created_at from journal where kind = 'charge' and created_at < ${'before'} order by created_at limit 1`,
  /** The first charges of an account's month, and what is summed up of them. */
  chargesOfMonth: sql<Month & { limit: number }, Columns<'journal', 'entry' | 'kind' | 'credits'>>`
    select entry, kind, credits from journal where ${IN_MONTH} order by entry limit ${'limit'}`,
  /** Makes an entry the sum. */
  setSum: sql<OfAccount & { entry: number; credits: number }>`
    update journal set kind = 'charges_of_month', credits = ${'credits'}, hold_id = null
    where account_id = ${'accountId'} and entry = ${'entry'}`,
  /** Removes the entries that the sum of this number includes. */
  removeSummed: sql<Month & { entry: number }>`delete from journal where ${IN_MONTH} and entry < ${'entry'}`,
};
