import { setTimeout as delay } from 'node:timers/promises';
import { auditLedger } from '@dialproof/sql/operations';

/** Collects the violations, a sentence each. */
export class Violations {
  readonly all: string[] = [];

  add(sentence: string): void {
    this.all.push(sentence);
  }

  /** Adds a sentence with both values, unless they are equal. */
  expectEqual(what: string, found: number | string | undefined, expected: number | string): void {
    if (found !== expected) this.add(`${what} is ${found}, expected ${expected}`);
  }
}

/** Repeats `holds` until it is true, and resolves to whether that took at most `ms` milliseconds. */
export async function within(ms: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const giveUpAt = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) return false;
    await delay(50);
  }
  return true;
}

/** Adds the ledger up. `mayHold`: holds of single checks that were broken off may be open, for a minute and more. */
export async function checkLedger(
  database: Parameters<typeof auditLedger>[0],
  violations: Violations,
  { mayHold }: { readonly mayHold: boolean },
): Promise<void> {
  const audit = await auditLedger(database);
  if (!audit.addsUp) violations.add(`the ledger does not add up: ${JSON.stringify(audit)}`);
  if (!mayHold) violations.expectEqual('holds that are open in the end', audit.openHolds, 0);
}
