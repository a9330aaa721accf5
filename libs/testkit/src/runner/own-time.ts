import assert from 'node:assert/strict';
import { ManualClock } from '@dialproof/core';
import { type Closable, casesWith, type TestRunner } from './test-runner.js';

/** The subject of a case of a port that keeps the time, on a clock of its own. */
export interface KeepsTime extends Closable {
  /**
   * For a subject that does not use the given clock, such as one with the time of its database: makes its leases and pauses older by `ms`
   * milliseconds. Some seconds of real time may pass as well. Without this method, the suite advances the clock and nothing else.
   */
  pass?(ms: number): Promise<void>;
}

/** Makes a subject on this clock, which is the suite's to move. */
export type CreateOnClock<Subject> = (clock: ManualClock) => Promise<Subject>;

/** The real seconds that may pass in a case of a subject with {@link KeepsTime.pass}. Lengths in the cases differ by more. */
export const DRIFT_MS = 5_000;

/** Expects this `retryAfterMs`, minus the real time that may have passed. */
export function expectRetryAfter(
  { retryAfterMs: said }: { readonly retryAfterMs: number | null },
  retryAfterMs: number | null,
): void {
  const isSo =
    said === null || retryAfterMs === null
      ? said === retryAfterMs
      : said >= 0 && said <= retryAfterMs && said > retryAfterMs - DRIFT_MS;
  assert.ok(isSo, `retryAfterMs is ${said}, expected ${retryAfterMs}`);
}

/** The time of one subject. */
export class SubjectTime {
  /** The clock that the subject was created with. */
  readonly clock: ManualClock;
  readonly #subject: KeepsTime;
  readonly #began = performance.now();

  constructor(clock: ManualClock, subject: KeepsTime) {
    this.clock = clock;
    this.#subject = subject;
  }

  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.#subject.pass?.(ms);
  }

  /** The most time that can have passed for the subject, in milliseconds. */
  elapsed(): number {
    const realMs = this.#subject.pass === undefined ? 0 : performance.now() - this.#began;
    return this.clock.elapsed() + realMs;
  }

  /** Sets the machine's clock ahead by `ms` milliseconds, or back if negative. No time elapses. */
  setClock(ms: number): void {
    this.clock.set(this.clock.now() + ms);
  }

  /** Whether the subject's times of day are those of the clock. */
  get isOfClock(): boolean {
    return this.#subject.pass === undefined;
  }
}

export type DefineTimedCase<Subject> = (
  title: string,
  body: (subject: Subject, time: SubjectTime) => Promise<void>,
) => void;

/** Gives every case its own subject and clock. The subject is closed however the case ends. */
export function timedCasesWith<Subject extends KeepsTime>(
  runner: TestRunner,
  create: CreateOnClock<Subject>,
): DefineTimedCase<Subject> {
  const it = casesWith(runner, async () => {
    const clock = new ManualClock();
    const subject = await create(clock);
    return { subject, time: new SubjectTime(clock, subject), close: () => subject.close() };
  });
  return (title, body) => it(title, ({ subject, time }) => body(subject, time));
}
