import type { ChangeKind, Clock, VerificationStatus } from '@dialproof/core';

/** What the customer of a list does, over the service or over HTTP. */
export interface ListCustomer {
  /** Submits a file, of which only numbers are asked whose answer is older than 400 days, and resolves to its task once it is done. */
  verify(csv: string): Promise<string>;
  /** Makes a list of a task, verified on the first of each month, with the same age. */
  makeList(taskId: string): Promise<string>;
  giveTask(listId: string, taskId: string): Promise<void>;
  /** The changes since the run before. */
  changes(listId: string): Promise<readonly ToldChange[]>;
  /** The runs, the newest first: what each was charged. */
  charges(listId: string): Promise<readonly number[]>;
  balance(): Promise<{ readonly available: number; readonly held: number }>;
}

export interface ToldChange {
  readonly phone: string;
  readonly change: ChangeKind;
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
  readonly came: number;
  readonly went: number;
  readonly changed: number;
}

export interface Year {
  readonly firstBill: number;
  readonly months: readonly Month[];
  /** The largest share of the first bill that a month cost. */
  readonly mostShare: number;
}

/** One row of twenty is another one each month. */
const REPLACED_SHARE = 0.05;
const MONTHS = 12;

/** January of 2026. */
const FIRST_MONTH = 2026 * MONTHS;

/** One number of so many is `unknown` at first: each file and run asks again, until it is known, in one of the months. */
const UNKNOWN_EACH = 40;

/**
 * A year of a list that is verified on the first of each month, and of which five percent of the rows are replaced each month. Throws if a
 * change is not told exactly once, or a credit is charged that no answer cost.
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
    taskId = await customer.verify(fileOf(rows, 0));
  });
  if (firstBill !== rows) throw new Error(`the first file cost ${firstBill} credits, for ${rows} numbers`);
  const listId = await customer.makeList(taskId);
  const known = new Statuses(customersOf(rows, 0), clock.now());
  const months: Month[] = [];
  for (let month = 1; month <= MONTHS; month += 1) {
    const replaced = Math.round(rows * REPLACED_SHARE) * month;
    const counts = { came: 0, went: 0, changed: 0 };
    const tell = async (): Promise<void> => {
      for (const change of await customer.changes(listId)) {
        known.apply(change);
        counts[change.change] += 1;
      }
    };
    const fileCharged = await paid(async () => {
      await customer.giveTask(listId, await customer.verify(fileOf(rows, replaced)));
      await tell();
    });
    const runCharged = await paid(async () => {
      await untilRun(listId);
      await tell();
    });
    known.assertIs(new Statuses(customersOf(rows, replaced), clock.now()));
    const [run, file] = await customer.charges(listId);
    if (run !== runCharged || file !== fileCharged)
      throw new Error(`month ${month}: the runs show other charges`);
    months.push({
      month: new Date(clock.now()).toISOString().slice(0, 7),
      fileCharged,
      runCharged,
      ...counts,
    });
  }
  const mostShare = Math.max(...months.map((one) => (one.fileCharged + one.runCharged) / firstBill));
  return { firstBill, months, mostShare };
}

/** What is known of the numbers of a list by the changes that were told. */
class Statuses {
  readonly #known: Map<string, VerificationStatus>;

  constructor(customers: readonly number[], now: number) {
    this.#known = new Map(customers.map(phoneOf).map((phone) => [phone, statusAt(phone, now)]));
  }

  /** Throws for a change that was told before, or that does not follow from what was told before. */
  apply({ change, from, phone, to }: ToldChange): void {
    const before = this.#known.get(phone) ?? null;
    if (before !== from || (change === 'changed' && from === to)) {
      throw new Error(`${phone} ${change} from ${from} to ${to}, and was ${before}`);
    }
    if (to === null) this.#known.delete(phone);
    else this.#known.set(phone, to);
  }

  assertIs(expected: Statuses): void {
    for (const [phone, status] of expected.#known) {
      if (this.#known.get(phone) !== status) throw new Error(`it was not told that ${phone} is ${status}`);
    }
    if (this.#known.size !== expected.#known.size) throw new Error('it was not told of all that went');
  }
}

/** The customers of a month, numbered from `first`. Customers with lower numbers have left. */
function customersOf(rows: number, first: number): readonly number[] {
  return Array.from({ length: rows }, (_, row) => first + row);
}

function fileOf(rows: number, first: number): string {
  const lines = customersOf(rows, first).map((customer) => `customer ${customer},${phoneOf(customer)}`);
  return `name,phone\n${lines.join('\n')}\n`;
}

function phoneOf(customer: number): string {
  return `+1415${String(2_000_000 + customer)}`;
}

/** The answer about a number at a time: of one in forty it is not known before its month. */
export function statusAt(phone: string, now: number): 'wa_registered' | 'dead' | 'unknown' {
  const customer = Number(phone.slice(-7)) - 2_000_000;
  if (customer % UNKNOWN_EACH === 0) {
    const date = new Date(now);
    const month = date.getUTCFullYear() * MONTHS + date.getUTCMonth() - FIRST_MONTH;
    return month >= Math.floor(customer / UNKNOWN_EACH) % MONTHS ? 'wa_registered' : 'unknown';
  }
  return customer % 9 === 0 ? 'dead' : 'wa_registered';
}
