import { describe, expect, it, onTestFinished } from 'vitest';
import { settle } from '../async/turns.fixture.js';
import { ManualClock } from '../memory/manual-clock.js';
import { DialproofError } from '../model/errors.js';
import {
  describeError,
  FailureReporter,
  REPORT_KINDS,
  ReportedFailure,
  warnProcess,
} from './failure-reporter.js';

function trial() {
  const clock = new ManualClock();
  const failures: ReportedFailure[] = [];
  const reporter = new FailureReporter(clock, (failure) => failures.push(failure));
  return { clock, failures, reporter, counts: () => failures.map(({ count }) => count) };
}

/** The warnings of the process during a test. */
function warnings(): Error[] {
  const seen: Error[] = [];
  const warned = (warning: Error): void => void seen.push(warning);
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  return seen;
}

describe('failures that no caller sees', () => {
  it('are reported at their first occurrence and at each tenfold count, with the last cause', () => {
    const { counts, failures, reporter } = trial();
    for (let time = 1; time <= 10_000; time += 1) reporter.report('check_failed', new Error('upstream 502'));
    expect(counts()).toEqual([1, 10, 100, 1_000, 10_000]);
    expect(failures[1]).toMatchObject({
      name: 'ReportedFailure',
      kind: 'check_failed',
      message: 'check_failed (10 times): Error: upstream 502',
      cause: { message: 'upstream 502' },
    });
    expect(failures[0]?.message).toBe('check_failed: Error: upstream 502');
  });

  it('are one cause if only numbers, ids or times differ', () => {
    const { counts, reporter } = trial();
    for (let n = 0; n < 10; n += 1) {
      const id = `0f8fad5b-d9cb-469f-a165-7086772895${n}e`;
      reporter.report('work_failed', new Error(`task ${id} of +1415555${n} failed after ${n} ms`));
    }
    expect(counts()).toEqual([1, 10]);
  });

  it('are different causes if the kind, the text, the name or the code differs', () => {
    const { failures, reporter } = trial();
    reporter.report('check_failed', new Error('a'));
    reporter.report('work_failed', new Error('a'));
    reporter.report('check_failed', new Error('b'));
    reporter.report('check_failed', new TypeError('a'));
    reporter.report('check_failed', new DialproofError('checker_unavailable', { hint: 'a' }));
    reporter.report('check_failed', new DialproofError('checker_unavailable', { hint: 'b' }));
    expect(failures).toHaveLength(6);
  });

  it('are new again after ten minutes without them, and not before', () => {
    const { clock, counts, reporter } = trial();
    reporter.report('check_failed', new Error('a'));
    clock.advance(600_000);
    reporter.report('check_failed', new Error('a'));
    expect(counts()).toEqual([1]);
    clock.advance(600_001);
    reporter.report('check_failed', new Error('a'));
    // The unreported count is reported first.
    expect(counts()).toEqual([1, 2, 1]);
  });

  it('are reported once more, with unreported counts, when the service closes', () => {
    const { counts, reporter } = trial();
    for (let time = 0; time < 37; time += 1) reporter.report('check_failed', new Error('a'));
    reporter.report('work_failed', new Error('b'));
    reporter.flush();
    expect(counts()).toEqual([1, 10, 1, 37]);
    reporter.flush();
    expect(counts()).toHaveLength(4);
  });

  it('are reported with their counts when there are too many causes to remember', () => {
    const { counts, reporter } = trial();
    const cause = (n: number): Error => new Error('x'.repeat(n + 1));
    for (let time = 0; time < 3; time += 1) reporter.report('check_failed', cause(0));
    for (let n = 1; n < 200; n += 1) reporter.report('check_failed', cause(n));
    expect(counts()).toHaveLength(200);
    reporter.report('check_failed', cause(200));
    expect(counts().slice(199)).toEqual([1, 3, 1]);
    reporter.report('check_failed', cause(0));
    expect(counts().at(-1)).toBe(1);
  });

  it('keep no timer', () => {
    const { clock, reporter } = trial();
    reporter.report('check_failed', new Error('a'));
    expect(clock.pending).toBe(0);
  });

  it('are warnings of the process if onError throws, which ends nothing', async () => {
    const seen = warnings();
    const reporter = new FailureReporter(new ManualClock(), () => {
      throw new Error('the logger is broken');
    });
    reporter.report('check_failed', new Error('upstream 502'));
    await settle();
    expect(seen.map(({ message }) => message)).toEqual([
      'check_failed: Error: upstream 502',
      'onError threw: Error: the logger is broken',
    ]);
  });

  it.each(REPORT_KINDS)('are a warning of the process for hosts without onError: %s', async (kind) => {
    const seen = warnings();
    warnProcess(new ReportedFailure(kind, 3, new Error('a'), 'Error: a'));
    await settle();
    expect(seen).toMatchObject([
      { name: 'DialproofWarning', code: kind, message: `${kind} (3 times): Error: a` },
    ]);
  });
});

describe('a thrown value, as text', () => {
  it.each([
    [new TypeError('a'), 'TypeError: a'],
    [
      new DialproofError('checker_unavailable', { hint: 'wrong api key' }),
      'DialproofError [checker_unavailable]: checker_unavailable: wrong api key',
    ],
    [undefined, 'undefined was thrown: undefined'],
    [null, 'object was thrown: null'],
    ['no', 'string was thrown: no'],
    [Symbol('no'), 'symbol was thrown: Symbol(no)'],
    [Object.create(null), 'something that cannot be shown was thrown'],
    [
      Object.defineProperty(new Error('a'), 'message', {
        get() {
          throw new Error('a getter that throws');
        },
      }),
      'something that cannot be shown was thrown',
    ],
  ])('is shown: %#', (error, text) => {
    expect(describeError(error)).toBe(text);
  });

  it('is cut if it is long', () => {
    expect(describeError(new Error('x'.repeat(10_000)))).toHaveLength(500);
    expect(describeError('x'.repeat(10_000))).toHaveLength(500);
  });
});
