import { setTimeout as delay } from 'node:timers/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Collects what did not hold, a sentence each. */
export class Violations {
  readonly all: string[] = [];

  add(sentence: string): void {
    this.all.push(sentence);
  }

  /** Adds the failure of a drill that cannot go on. Throws any other error again. */
  addFailure(error: unknown): void {
    if (!(error instanceof DrillFailure)) throw error;
    this.add(error.message);
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

/** Prints a line. */
export type Print = (line: string) => void;

export interface DrillProgram<Name extends string> {
  readonly help: string;
  /** The options with their defaults. */
  readonly options: Readonly<Record<Name, string>>;
  /** Resolves to the violations. */
  run(given: GivenOptions<Name>, print: Print): Promise<readonly string[]>;
}

export interface GivenOptions<Name extends string> {
  text(name: Name): string;
  /** Throws RangeError if it is not a whole number. */
  whole(name: Name): number;
}

/** Runs a drill as the program of this process, with the options of its command line. The exit code is 1 if something did not hold. */
export async function runProgram<Name extends string>(drill: DrillProgram<Name>): Promise<void> {
  // Every process that a drill has started is killed when this one exits.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const names = Object.keys(drill.options).map((name) => [name, { type: 'string' }] as const);
  const options: ParseArgsConfig['options'] = { ...Object.fromEntries(names), help: { type: 'boolean' } };
  const values: Readonly<Record<string, unknown>> = parseArgs({ options }).values;
  if (values['help']) return console.log(drill.help);
  const text = (name: Name) => String(values[name] ?? drill.options[name]);
  const whole = (name: Name) => {
    if (/^\d{1,9}$/.test(text(name))) return Number(text(name));
    throw new RangeError(`--${name} is "${text(name)}", expected a whole number`);
  };
  const began = performance.now();
  const violations = await drill.run({ text, whole }, (line) => console.log(line));
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  const verdict = violations.length === 0 ? 'Everything held' : `Violations: ${violations.length}`;
  console.log(`${verdict}, after ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
