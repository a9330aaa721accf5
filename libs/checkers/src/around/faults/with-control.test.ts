import { DialproofError, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import {
  A,
  bulkThat,
  contextOf,
  deferred,
  type Say,
  settle,
  singleThat,
} from '../../calls/spoken-checkers.fixture.js';
import { findingAnswer } from '../../line-state.js';
import { withControl } from './with-control.js';

const CONTROL = '+447700900142';

/** An upstream whose answer about the control number is `subject.control`. */
function subjectOf() {
  const clock = new ManualClock();
  const subject = { control: (() => 'dead') as Say };
  const upstream = singleThat((number, context) =>
    number === CONTROL ? subject.control(number, context) : 'inactive',
  );
  const checker = withControl(upstream, { everyMs: 3_600_000, againMs: 60_000, clock });
  const ask = () => checker.check(A, contextOf()).catch((error: unknown) => error);
  const controls = () => upstream.calls.flat().filter((number) => number === CONTROL).length;
  return Object.assign(subject, { clock, upstream, checker, ask, controls });
}

describe('withControl', () => {
  wrapperContracts((checker) => withControl(checker, { number: '+14155550102' }));

  it('asks about the control number before the first check', async () => {
    const subject = subjectOf();
    expect(await subject.ask()).toBe('inactive');
    expect(subject.upstream.calls).toEqual([[CONTROL], [A]]);
  });

  it.each([
    'wa_registered' as const,
    'telegram_registered' as const,
    findingAnswer('line_live', { source: 'upstream' }),
  ])('rejects every check of an upstream that says %o of it', async (answer) => {
    const subject = subjectOf();
    subject.control = () => answer;
    const refused = {
      code: 'checker_unavailable',
      retryAfterMs: 60_000,
      hint: expect.stringContaining(CONTROL),
    };
    expect(await Promise.all([subject.ask(), subject.ask()])).toMatchObject([refused, refused]);
    subject.clock.advance(20_000);
    expect(await subject.ask()).toMatchObject({ ...refused, retryAfterMs: 40_000 });
    expect(subject.upstream.calls).toEqual([[CONTROL]]);
  });

  it.each(['dead', 'inactive', 'unknown'] as const)(
    'trusts an upstream that says %s of it',
    async (answer) => {
      const subject = subjectOf();
      subject.control = () => answer;
      expect(await subject.ask()).toBe('inactive');
    },
  );

  it('trusts it again once it answers otherwise', async () => {
    const subject = subjectOf();
    subject.control = () => 'wa_registered';
    await subject.ask();
    subject.control = () => 'dead';
    subject.clock.advance(60_000);
    expect(await subject.ask()).toBe('inactive');
  });

  it('keeps its distrust while the control fails', async () => {
    const subject = subjectOf();
    subject.control = () => 'wa_registered';
    await subject.ask();
    subject.control = () => 'check_failed';
    subject.clock.advance(60_000);
    expect(await subject.ask()).toMatchObject({ code: 'checker_unavailable' });
  });

  it('asks again once in a while, which no check waits for', async () => {
    const subject = subjectOf();
    await subject.ask();
    subject.clock.advance(3_599_999);
    await subject.ask();
    expect(subject.controls()).toBe(1);
    const late = deferred<'wa_registered'>();
    subject.control = () => late.promise;
    subject.clock.advance(1);
    expect(await subject.ask()).toBe('inactive');
    expect(subject.controls()).toBe(2);
    late.resolve('wa_registered');
    await settle();
    expect(await subject.ask()).toMatchObject({ code: 'checker_unavailable' });
  });

  it('lets checks continue if the control fails, and repeats the control soon', async () => {
    const subject = subjectOf();
    subject.control = () => {
      throw new DialproofError('checker_unavailable');
    };
    expect(await subject.ask()).toBe('inactive');
    subject.clock.advance(60_000);
    await subject.ask();
    expect(subject.controls()).toBe(2);
  });

  it('does not wait for the control for longer than its deadline', async () => {
    const subject = subjectOf();
    subject.control = () => new Promise<never>(() => {});
    const answer = subject.ask();
    await settle();
    expect(subject.upstream.calls).toEqual([[CONTROL]]);
    subject.clock.advance(5_000);
    expect(await answer).toBe('inactive');
  });

  it('ends a check that is aborted while it waits for the control, and not the control', async () => {
    const subject = subjectOf();
    const late = deferred<'wa_registered'>();
    let isAborted = false;
    subject.control = (_, { signal }) => {
      signal.addEventListener('abort', () => {
        isAborted = true;
      });
      return late.promise;
    };
    const controller = new AbortController();
    const answer = subject.checker.check(A, contextOf(controller.signal));
    controller.abort(new Error('nobody waits'));
    await expect(answer).rejects.toThrow('nobody waits');
    late.resolve('wa_registered');
    await settle();
    expect(isAborted).toBe(false);
    expect(await subject.ask()).toMatchObject({ code: 'checker_unavailable' });
  });

  it('asks a bulk checker about the control number alone', async () => {
    const checker = bulkThat(() => 'dead');
    await withControl(checker).checkMany([A], contextOf());
    expect(checker.calls).toEqual([[CONTROL], [A]]);
  });

  it('refuses invalid options', () => {
    const checker = singleThat(() => 'dead');
    expect(() => withControl(checker, { everyMs: 999 })).toThrow(TypeError);
    expect(() => withControl(checker, { number: '12' })).toThrow('invalid_phone');
  });
});
