import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { DialproofError } from '../../model/errors.js';
import type { NumberChecker } from '../../ports/number-checker.js';
import { ALICE, digitChecker, type Trial, trialService } from '../../service/trial-service.fixture.js';

/** Enough numbers that their failures count as an outage: a few failures might be caused by the numbers. */
const NUMBERS = 120;
const FILE = `phone\n${Array.from({ length: NUMBERS }, (_, n) => `+14155550${100 + Math.floor(n / 5) * 10 + (n % 5)}\n`).join('')}`;
const MINUTE_MS = 60_000;

/** A checker that can be switched off, in the two ways in which checkers fail. */
function switchedChecker(down: () => Promise<never>) {
  const state = { up: true, asked: 0 };
  const checker: NumberChecker = {
    check(number, context) {
      state.asked += 1;
      return state.up ? digitChecker.check(number, context) : down();
    },
  };
  return { state, checker };
}

/** Lets time pass in steps, doing what there is to do after each. */
async function pass({ clock, workAll }: Trial, ms: number, stepMs = 1_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await workAll();
    clock.advance(stepMs);
  }
  await workAll();
}

describe.each([
  ['says so', () => Promise.reject(new DialproofError('checker_unavailable'))],
  ['fails every check', () => Promise.reject(new Error('connection refused'))],
])('a checker that is down and %s', (_, down) => {
  const options = { outageAfterMs: 10_000, outageTimeoutMs: 10 * MINUTE_MS };

  it('makes the task wait, and go on where it was when the checker is back', async () => {
    const { checker, state } = switchedChecker(down);
    const trial = await trialService({ ...options, checker });
    const { clock, service, submitCsv, workToEnd } = trial;
    const { taskId } = await submitCsv(FILE);
    await service.work();
    state.up = false;
    await pass(trial, 5 * MINUTE_MS);
    const waiting = await service.task({ accountId: ALICE, taskId });
    expect(waiting).toMatchObject({
      status: 'processing',
      processed: 3,
      checksFailed: 0,
      waiting: { reason: 'checker_unavailable' },
    });
    state.up = true;
    const before = clock.now();
    const done = await workToEnd({ taskId });
    expect(done).toMatchObject({ status: 'done', processed: NUMBERS, checksFailed: 0, waiting: null });
    expect(done.credits).toEqual({ held: 0, charged: NUMBERS });
    // The pause between probes has an upper bound.
    expect(clock.now() - before).toBeLessThanOrEqual(MINUTE_MS + 1_000);
  });

  it('is asked about another number each time, since one may fail for ever', async () => {
    const state = { up: false };
    const checker: NumberChecker = {
      check: (number, context) => {
        if (!state.up) return down();
        return number.endsWith('100')
          ? Promise.reject(new Error('502'))
          : digitChecker.check(number, context);
      },
    };
    const trial = await trialService({ ...options, chunkSize: NUMBERS, checker });
    const { taskId } = await trial.submitCsv(FILE);
    await pass(trial, 5 * MINUTE_MS);
    state.up = true;
    expect(await trial.workToEnd({ taskId })).toMatchObject({
      status: 'done',
      checksFailed: 1,
      credits: { charged: NUMBERS - 1 },
    });
  });

  it('is asked one number at a time, at growing intervals', async () => {
    const { checker, state } = switchedChecker(down);
    const trial = await trialService({ ...options, checker });
    await trial.submitCsv(FILE);
    await trial.submitCsv(FILE);
    state.up = false;
    await pass(trial, MINUTE_MS);
    const perMinute: number[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      const before = state.asked;
      await pass(trial, MINUTE_MS);
      perMinute.push(state.asked - before);
    }
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(6);
    expect(perMinute.at(-1)).toBe(1);
  });

  it('fails the task after the configured time; what was answered is charged and stays', async () => {
    const { checker, state } = switchedChecker(down);
    const trial = await trialService({ ...options, checker });
    const { clock, ledger, result, service, submitCsv, workToEnd } = trial;
    const { taskId } = await submitCsv(FILE);
    await service.work();
    state.up = false;
    const before = clock.now();
    const failed = await workToEnd({ taskId });
    expect(failed).toMatchObject({
      status: 'failed',
      failureReason: 'checker_unavailable',
      credits: { held: 0, charged: 3 },
      waiting: null,
    });
    const lastedMs = clock.now() - before;
    expect(lastedMs).toBeGreaterThanOrEqual(options.outageTimeoutMs);
    expect(lastedMs).toBeLessThan(options.outageTimeoutMs + 2 * MINUTE_MS);
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 0 });
    const whole = service.results({ accountId: ALICE, taskId });
    await expect(whole).rejects.toMatchObject({ code: 'task_not_done' });
    expect((await result({ taskId }, { partial: true })).split('\n').slice(2, 6)).toEqual([
      '+14155550101,telegram_registered',
      '+14155550102,dead',
      '+14155550103,unknown',
      '+14155550104,unknown',
    ]);
  });

  it('begins a new outage after an answer, whose time counts anew', async () => {
    const { checker, state } = switchedChecker(down);
    const trial = await trialService({ ...options, checker });
    const { service, submitCsv } = trial;
    const { taskId } = await submitCsv(FILE);
    state.up = false;
    await pass(trial, 9 * MINUTE_MS);
    state.up = true;
    while ((await service.task({ accountId: ALICE, taskId })).waiting !== null) {
      await service.work();
      trial.clock.advance(1_000);
    }
    state.up = false;
    await pass(trial, 9 * MINUTE_MS);
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'processing',
      failureReason: null,
      waiting: { reason: 'checker_unavailable' },
    });
    state.up = true;
    expect(await trial.workToEnd({ taskId })).toMatchObject({ status: 'done', processed: NUMBERS });
  });

  it('is reported when it begins and when it is over, and not in between', async () => {
    const { checker, state } = switchedChecker(down);
    const trial = await trialService({ ...options, checker });
    const task = await trial.submitCsv(FILE);
    const kinds = () => trial.failures.map(({ kind }) => kind).filter((kind) => kind.startsWith('outage'));
    state.up = false;
    await pass(trial, 5 * MINUTE_MS);
    expect(kinds()).toEqual(['outage_began']);
    state.up = true;
    await trial.workToEnd(task);
    expect(kinds()).toEqual(['outage_began', 'outage_ended']);
  });

  it('answers single checks during an outage, and such an answer ends it', async () => {
    const { checker, state } = switchedChecker(down);
    const trial = await trialService({ ...options, checker });
    const { service } = trial;
    const { taskId } = await trial.submitCsv(FILE);
    state.up = false;
    await pass(trial, 3 * MINUTE_MS);
    state.up = true;
    expect(await service.verify({ accountId: ALICE, phone: '+14155550101' })).toMatchObject({
      status: 'telegram_registered',
    });
    await settle();
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({ waiting: null });
  });
});

describe('numbers of which a checker always says that it is unavailable', () => {
  const ROWS = Array.from({ length: 60 }, (_, n) => `+1415555${2_000 + n}`);

  it.each([
    ['names no time', undefined],
    ['names a time', 60_000],
  ])(
    'keep no other number of their file from an answer, however many chunks they fill: it %s',
    async (_, retryAfterMs) => {
      const unanswered = new Set(ROWS.slice(0, 40));
      const checker: NumberChecker = {
        async check(number) {
          if (!unanswered.has(number)) return 'dead';
          throw new DialproofError('checker_unavailable', retryAfterMs === undefined ? {} : { retryAfterMs });
        },
      };
      // Each chunk leaves its probe to the next by chance, about once a minute: one in 32 probes reaches the last chunk.
      const trial = await trialService({ checker, chunkSize: 10, outageTimeoutMs: 600 * MINUTE_MS });
      const { taskId } = await trial.submitCsv(`phone\n${ROWS.join('\n')}\n`);
      const task = await trial.workToEnd({ taskId });
      expect(task).toMatchObject({ failureReason: 'checker_unavailable', credits: { held: 0, charged: 20 } });
    },
  );
});

describe('a checker that says until when it is unavailable', () => {
  it('is not asked before that time, and soon after it', async () => {
    let saidAt: number | undefined;
    const asked: number[] = [];
    const trial = await trialService({
      checker: {
        check(number, context) {
          const now = trial.clock.elapsed();
          asked.push(now);
          saidAt ??= now;
          if (now - saidAt >= 600_000) return digitChecker.check(number, context);
          const retryAfterMs = saidAt + 600_000 - now;
          return Promise.reject(new DialproofError('checker_unavailable', { retryAfterMs }));
        },
      },
    });
    const { taskId } = await trial.submitCsv('phone\n+14155550100\n');
    await trial.workAll();
    expect(await trial.service.task({ accountId: ALICE, taskId })).toMatchObject({
      waiting: { since: trial.clock.now(), nextTryAt: trial.clock.now() + 600_000 },
    });
    await trial.workToEnd({ taskId });
    const [first, second = 0, ...others] = asked;
    expect([first, others]).toEqual([0, []]);
    expect(second).toBeGreaterThanOrEqual(600_000);
    expect(second).toBeLessThan(605_000);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -5, 'soon', 1e300])(
    'is asked again within an hour when it says %s',
    async (retryAfterMs) => {
      let asked = 0;
      const error = Object.assign(new DialproofError('checker_unavailable'), { retryAfterMs });
      const trial = await trialService({
        checker: {
          async check() {
            asked += 1;
            if (asked === 1) throw error;
            return 'dead';
          },
        },
      });
      const task = await trial.submitCsv('phone\n+14155550100\n');
      expect(await trial.workToEnd(task)).toMatchObject({ status: 'done', credits: { charged: 1 } });
      expect(trial.clock.elapsed()).toBeLessThan(3_605_000);
    },
  );
});

describe('a file of which every number always fails', () => {
  it('ends within a day, and does not fail: its probes count in the end', async () => {
    const checker: NumberChecker = {
      check: () => Promise.reject(new Error('the upstream rejects this number')),
    };
    const trial = await trialService({ checker });
    const rows = Array.from({ length: 60 }, (_, n) => `+141555501${String(n).padStart(2, '0')}\n`).join('');
    const { taskId } = await trial.submitCsv(`phone\n${rows}`);
    await pass(trial, 10 * MINUTE_MS);
    const task = await trial.service.task({ accountId: ALICE, taskId });
    expect(task).toMatchObject({ status: 'processing', waiting: { reason: 'checker_unavailable' } });
    const done = await trial.workToEnd({ taskId });
    expect(done).toMatchObject({ status: 'done', checksFailed: 60, credits: { held: 0, charged: 0 } });
    expect(trial.clock.now() - done.createdAt).toBeLessThan(86_400_000);
  });
});

describe('a file whose last numbers always fail, while the upstream reports an outage', () => {
  it.each([
    ['with a time', { retryAfterMs: 1_000 }],
    ['without a time', {}],
  ])('ends soon after the outage, %s', async (_, options) => {
    const state = { asked: 0 };
    const checker: NumberChecker = {
      async check() {
        state.asked += 1;
        if (state.asked > 20) throw new Error('the upstream rejects this number');
        throw new DialproofError('checker_unavailable', options);
      },
    };
    const trial = await trialService({ checker, checkConcurrency: 1 });
    const rows = Array.from({ length: 40 }, (_, n) => `+141555501${String(n).padStart(2, '0')}\n`).join('');
    const { taskId } = await trial.submitCsv(`phone\n${rows}`);
    const done = await trial.workToEnd({ taskId });
    expect(done).toMatchObject({ status: 'done', checksFailed: 40, credits: { held: 0, charged: 0 } });
    expect(trial.clock.now() - done.createdAt).toBeLessThan(15 * MINUTE_MS);
  });
});

describe('a quota that is used up again and again, while calls are under way', () => {
  it.each([1, 3, 5, 20])('costs no number its answer: %i numbers a minute', async (quota) => {
    const used = new Map<number, number>();
    let asked = 0;
    const trial = await trialService({
      chunkSize: 250,
      checkConcurrency: 10,
      checker: {
        async check() {
          const minute = Math.floor(trial.clock.elapsed() / MINUTE_MS);
          const place = used.get(minute) ?? 0;
          used.set(minute, place + 1);
          asked += 1;
          for (let turn = 3 + ((asked * 7) % 5); turn > 0; turn -= 1) await new Promise(setImmediate);
          if (place < quota) return 'dead';
          const retryAfterMs = (minute + 1) * MINUTE_MS - trial.clock.elapsed();
          throw new DialproofError('checker_unavailable', { retryAfterMs });
        },
      },
    });
    const rows = Array.from({ length: 200 }, (_, n) => `+1415555${2_000 + n}\n`).join('');
    const done = await trial.workToEnd(await trial.submitCsv(`phone\n${rows}`));
    expect(done).toMatchObject({ status: 'done', checksFailed: 0, credits: { held: 0, charged: 200 } });
  });
});

describe('an outage that the store could not record', () => {
  it('still ends', async () => {
    const { checker, state } = switchedChecker(() =>
      Promise.reject(new DialproofError('checker_unavailable')),
    );
    const trial = await trialService({ checker });
    const { service, store, submitCsv } = trial;
    const reportOutage = store.reportOutage.bind(store);
    store.reportOutage = () => Promise.reject(new DialproofError('storage_unavailable'));
    const { taskId } = await submitCsv(FILE);
    state.up = false;
    await service.work();
    store.reportOutage = reportOutage;
    await pass(trial, 10_000);
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      waiting: { reason: 'checker_unavailable' },
    });
    state.up = true;
    expect(await trial.workToEnd({ taskId })).toMatchObject({ status: 'done', checksFailed: 0 });
  });
});

describe('a process with work under way that learns of an outage', () => {
  it('begins no further call', async () => {
    const { checker, state } = switchedChecker(() => Promise.reject(new Error('not to be asked')));
    const trial = await trialService({
      checkConcurrency: 1,
      chunkSize: 10,
      checker: {
        async check(number, context) {
          await new Promise(setImmediate);
          return await checker.check(number, context);
        },
      },
    });
    const { service, store, submitCsv } = trial;
    await submitCsv(FILE);
    const work = service.work();
    await until(() => state.asked === 2);
    await store.reportOutage({
      reason: 'checker_out_of_funds',
      isInferred: false,
      retryAfterMs: 60_000,
      failAfterMs: 600_000,
    });
    await service.work();
    await work;
    expect(state.asked).toBeLessThanOrEqual(4);
  });
});
