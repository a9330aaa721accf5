import { setTimeout as delay } from 'node:timers/promises';

/** Prints a line. */
export type Print = (line: string) => void;

/** Collects the violations, a sentence each. */
export class Violations {
  readonly all: string[] = [];

  add(sentence: string): void {
    this.all.push(sentence);
  }

  /** Adds the reason why a drill could not go on. */
  addFailure(error: unknown): void {
    this.add(error instanceof DrillFailure ? error.message : `it was broken off: ${error}`);
  }

  /** Adds a sentence with both values, unless they are equal. */
  expectEqual(what: string, found: number | string | undefined, expected: number | string): void {
    if (found !== expected) this.add(`${what} is ${found}, expected ${expected}`);
  }
}

/** The drill cannot go on. The failure is a violation by itself, and no later checks are possible. */
export class DrillFailure extends Error {
  override readonly name = 'DrillFailure';
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

/** Like {@link within}, but throws DrillFailure if it takes longer. */
export async function until(
  what: string,
  ms: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  if (!(await within(ms, holds))) throw new DrillFailure(`${what}: not within ${ms} ms`);
}
