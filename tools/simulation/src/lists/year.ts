import type { ChangeKind, Clock, VerificationStatus } from '@dialproof/core';
import { CHANGE_KINDS } from '@dialproof/core/model';

/** What the customer of a list does, over the service or over HTTP. */
export interface ListCustomer {
  /** Submits a file, of which only numbers are asked whose answer is older than 400 days, and resolves to its task once it is done. */
  verify(csv: string): Promise<string>;
  /** Makes a list of a task, verified on the first of each month, with the same age and the column `customer` for keys. */
  makeList(taskId: string): Promise<string>;
  giveTask(listId: string, taskId: string): Promise<void>;
  /** The changes since the run before. */
  changes(listId: string): Promise<readonly ToldChange[]>;
  /** The runs, the newest first. */
  runs(listId: string): Promise<readonly ToldRun[]>;
  balance(): Promise<{ readonly available: number; readonly held: number }>;
}

export interface ToldRun {
  readonly charged: number;
  /** Null for the first one. */
  readonly changes: Readonly<Record<ChangeKind, number>> | null;
}

export interface ToldChange {
  readonly phone: string;
  readonly change: ChangeKind;
  readonly key?: string | null;
  readonly previousPhone?: string | null;
  readonly from: VerificationStatus | null;
  readonly to: VerificationStatus | null;
}

export interface YearOptions {
  readonly customer: ListCustomer;
  readonly rows: number;
  /** Lets time pass until the list has run again. */
  readonly untilRun: (listId: string) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface Month {
  readonly month: string;
  /** Credits that the newer file cost, and the run of the first of the month. */
  readonly fileCharged: number;
  readonly runCharged: number;
  /** The changes that were told after both. */
  readonly told: Readonly<Record<ChangeKind, number>>;
}

export interface Year {
  readonly firstBill: number;
  readonly months: readonly Month[];
  /** The largest share of the first bill that a month cost. */
  readonly mostShare: number;
}

/** So many of the customers leave each month, and as many come. */
const LEAVING_SHARE = 0.03;
/** One customer of so many gets another number in a month, of the first months that there are. */
const MOVING_EACH = 50;
/** Of so many customers, two swap their numbers each month from the second on. */
const SWAPPING = [20, 21] as const;
/** Two customers of so many have one key: both get other numbers in the same month. */
const SHARING_EACH = 2 * MOVING_EACH;
const MONTHS = 12;

/** January of 2026. */
const FIRST_MONTH = 2026 * MONTHS;

/** One number of so many is `unknown` at first: each file and run asks again, until it is known, in one of the months. */
const UNKNOWN_EACH = 40;

/**
 * A year of a list that is verified on the first of each month, and of which five percent of the rows have another number each month: three
 * of them are other customers, two are customers with another number. More customers have swapped theirs. Throws if a change is not told exactly once, by the list's keys or
 * by its run, or if a credit is charged that no answer cost.
 */
export async function yearOfList({ clock, customer, rows, untilRun }: YearOptions): Promise<Year> {
  const paid = async (act: () => Promise<unknown>): Promise<number> => {
    const before = await customer.balance();
    await act();
    const after = await customer.balance();
    if (after.held !== 0) throw new Error(`${after.held} credits are still held`);
    return before.available - after.available;
  };
  let taskId = '';
  const firstBill = await paid(async () => {
    taskId = await customer.verify(fileOf(customersOf(rows, 0), 0));
  });
  if (firstBill !== rows) throw new Error(`the first file cost ${firstBill} credits, for ${rows} numbers`);
  const listId = await customer.makeList(taskId);
  const known = new Statuses(customersOf(rows, 0), clock.now());
  let customers = customersOf(rows, 0);
  const months: Month[] = [];
  for (let month = 1; month <= MONTHS; month += 1) {
    const before = customers;
    customers = customersOf(rows, Math.round(rows * LEAVING_SHARE) * month, month);
    const told = { came: 0, changed: 0, replaced: 0, went: 0 };
    const tell = async (earlier: readonly Customer[]): Promise<void> => {
      const changes = await customer.changes(listId);
      const moved = movedNumbers(earlier, customers);
      known.apply(changes, {
        moved,
        keys: new Map([...earlier, ...customers].map(({ key, phone }) => [phone, key])),
      });
      const counts = countsOf(changes);
      const [run] = await customer.runs(listId);
      for (const kind of CHANGE_KINDS) {
        if (run?.changes?.[kind] !== counts[kind])
          throw new Error(
            `month ${month}: the run counts ${run?.changes?.[kind]} as ${kind}, told are ${counts[kind]}`,
          );
        told[kind] += counts[kind];
      }
      if (counts.replaced !== moved.size)
        throw new Error(`month ${month}: ${counts.replaced} numbers are replaced, not ${moved.size}`);
    };
    const fileCharged = await paid(async () => {
      await customer.giveTask(listId, await customer.verify(fileOf(customers, month)));
      await tell(before);
    });
    const runCharged = await paid(async () => {
      await untilRun(listId);
      await tell(customers);
    });
    known.assertIs(new Statuses(customers, clock.now()));
    const [run, file] = await customer.runs(listId);
    if (run?.charged !== runCharged || file?.charged !== fileCharged)
      throw new Error(`month ${month}: the runs show other charges`);
    months.push({
      month: new Date(clock.now()).toISOString().slice(0, 7),
      fileCharged,
      runCharged,
      told,
    });
  }
  const mostShare = Math.max(...months.map((one) => (one.fileCharged + one.runCharged) / firstBill));
  return { firstBill, months, mostShare };
}

/** What is known of the numbers of a list by the changes that were told. */
class Statuses {
  readonly #known: Map<string, VerificationStatus>;

  constructor(customers: readonly Customer[], now: number) {
    this.#known = new Map(customers.map(({ phone }) => [phone, statusAt(phone, now)]));
  }

  /**
   * Throws for a change that is told twice, or that does not follow from what was told before. `moved`: the numbers of customers that have got
   * another one, by that. `keys`: those of all numbers. The changes belong together: a number that one customer has left may be the new one
   * of another.
   */
  apply(
    changes: readonly ToldChange[],
    { keys, moved }: Readonly<Record<'keys' | 'moved', ReadonlyMap<string, string>>>,
  ): void {
    const before = new Map(this.#known);
    const told = new Set<string>();
    for (const { change, from, key, phone, previousPhone = null, to } of changes) {
      const was = before.get(previousPhone ?? phone) ?? null;
      if (told.has(phone) || was !== from || (change === 'changed' && from === to))
        throw new Error(`${phone} ${change} from ${from} to ${to}, and was ${was}`);
      if ((moved.get(phone) ?? null) !== previousPhone)
        throw new Error(`${phone} ${change} and replaced ${previousPhone}, not ${moved.get(phone)}`);
      if (key !== keys.get(phone)) throw new Error(`${phone} ${change} with the key ${key}`);
      told.add(phone);
      this.#known.delete(previousPhone ?? phone);
    }
    for (const { phone, to } of changes) if (to !== null) this.#known.set(phone, to);
  }

  assertIs(expected: Statuses): void {
    for (const [phone, status] of expected.#known) {
      if (this.#known.get(phone) !== status) throw new Error(`it was not told that ${phone} is ${status}`);
    }
    if (this.#known.size !== expected.#known.size) throw new Error('it was not told of all that went');
  }
}

function countsOf(changes: readonly ToldChange[]): Readonly<Record<ChangeKind, number>> {
  const counts = { came: 0, changed: 0, replaced: 0, went: 0 };
  for (const { change } of changes) counts[change] += 1;
  return counts;
}

interface Customer {
  readonly key: string;
  readonly phone: string;
}

/** The customers of a month, numbered from `first`. Customers with lower numbers have left. */
function customersOf(rows: number, first: number, month = 0): readonly Customer[] {
  return Array.from({ length: rows }, (_, row) => {
    const customer = first + row;
    const moves = customer % MOVING_EACH;
    const hasMoved = moves > 0 && moves <= month;
    const phone = hasSwapped(moves, month) ? customer - moves + SWAPPING[0] + SWAPPING[1] - moves : customer;
    return { key: keyOf(customer), phone: phoneOf(phone + (hasMoved ? MOVED : 0)) };
  });
}

function hasSwapped(moves: number, month: number): boolean {
  return month > 0 && month % 2 === 0 && SWAPPING.some((one) => one === moves);
}

/** The column of the keys is first in every second month. */
function fileOf(customers: readonly Customer[], month: number): string {
  const lines = customers.map(({ key, phone }) => (month % 2 === 0 ? `${key},${phone}` : `${phone},${key}`));
  return `${month % 2 === 0 ? 'customer,phone' : 'phone,customer'}\n${lines.join('\n')}\n`;
}

/** The new number of each customer of both months that has another number and a key of its own, with the number before. */
function movedNumbers(before: readonly Customer[], after: readonly Customer[]): ReadonlyMap<string, string> {
  const phones = new Map(
    before.filter(({ key }) => key.startsWith('customer')).map(({ key, phone }) => [key, phone]),
  );
  const moved = new Map<string, string>();
  for (const { key, phone } of after) {
    const previous = phones.get(key);
    if (previous !== undefined && previous !== phone) moved.set(phone, previous);
  }
  return moved;
}

/** Beyond the numbers of all customers: what is added to one's number for the number after the move. */
const MOVED = 3_000_000;
const FIRST_NUMBER = 2_000_000;

function phoneOf(serial: number): string {
  return `+1415${String(FIRST_NUMBER + serial)}`;
}

function serialOf(phone: string): number {
  return Number(phone.slice(-7)) - FIRST_NUMBER;
}

/** The customers 1 and 51 of a hundred have the same one. */
function keyOf(customer: number): string {
  return customer % MOVING_EACH === 1
    ? `household ${Math.floor(customer / SHARING_EACH)}`
    : `customer ${customer}`;
}

/** The answer about a number at a time: of one in forty it is not known before its month. */
export function statusAt(phone: string, now: number): 'wa_registered' | 'dead' | 'unknown' {
  const serial = serialOf(phone);
  if (serial % UNKNOWN_EACH === 0) {
    const date = new Date(now);
    const month = date.getUTCFullYear() * MONTHS + date.getUTCMonth() - FIRST_MONTH;
    return month >= Math.floor(serial / UNKNOWN_EACH) % MONTHS ? 'wa_registered' : 'unknown';
  }
  return serial % 9 === 0 ? 'dead' : 'wa_registered';
}
