import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle, until } from '../async/turns.fixture.js';
import { DialproofError } from '../model/errors.js';
import { ALICE, digitChecker, trialService } from './trial-service.fixture.js';

const HOUR_MS = 3_600_000;

describe('a clock that is set', () => {
  it.each([-HOUR_MS, HOUR_MS])('by %i ms while a task pauses does not change its pause', async (jumpMs) => {
    let asked = 0;
    const { clock, service, submitCsv, workAll } = await trialService({
      checker: {
        async check() {
          asked += 1;
          if (asked === 1) throw new DialproofError('checker_unavailable', { retryAfterMs: 20_000 });
          return 'dead';
        },
      },
    });
    const { taskId } = await submitCsv('phone\n+14155550100\n');
    await workAll();
    clock.set(clock.now() + jumpMs);
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: 20_000 });
    clock.advance(19_999);
    await workAll();
    expect(asked).toBe(1);
    clock.advance(1);
    await workAll();
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({ status: 'done' });
  });

  it.each([-HOUR_MS, HOUR_MS])(
    'by %i ms during an upload does not let its draft be discarded',
    async (jumpMs) => {
      const { clock, ledger, service, submitCsv } = await trialService();
      await ledger.grant(ALICE, 30_000);
      let resume = (): void => undefined;
      let isWaiting = false;
      async function* content(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(`phone\n${'+14155550100\n'.repeat(20_000)}`);
        isWaiting = true;
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
        yield Buffer.from('+14155550101\n');
      }
      const upload = submitCsv('', { content: content() });
      await until(() => isWaiting && clock.pending > 0);
      clock.set(clock.now() + jumpMs);
      expect(await service.work()).toMatchObject({ did: 'nothing' });
      resume();
      expect(await upload).toMatchObject({ status: 'queued', total: 20_001 });
    },
  );

  it('keeps the times of a task in order', async () => {
    const { clock, submitCsv, workToEnd } = await trialService();
    const queued = await submitCsv('phone\n+14155550100\n');
    clock.set(clock.now() - HOUR_MS);
    const { createdAt, finishedAt, startedAt } = await workToEnd(queued);
    expect(startedAt).toBeGreaterThanOrEqual(createdAt);
    expect(finishedAt).toBeGreaterThanOrEqual(startedAt ?? Number.NaN);
  });

  it('changes neither the result of a file nor its credits, whenever and however far it is set', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `+1415555${2_000 + n}\n`);
    const file = `phone\n${rows.join('')}`;
    const jump = fc.option(fc.integer({ min: -10 * HOUR_MS, max: 10 * HOUR_MS }), { nil: 0, freq: 2 });
    const run = async (jumps: readonly number[]) => {
      // Chosen by number, not by call: pauses are random, so the order of the calls differs from run to run.
      const unavailableOnce = new Set(rows.filter((_, row) => row % 7 === 0).map((row) => row.trim()));
      const trial = await trialService({
        checker: {
          async check(number, context) {
            if (unavailableOnce.delete(number)) throw new DialproofError('checker_unavailable');
            return await digitChecker.check(number, context);
          },
        },
      });
      const { taskId } = await trial.submitCsv(file);
      for (const jumpMs of jumps) {
        trial.clock.set(trial.clock.now() + jumpMs);
        const outcome = await trial.service.work();
        if (outcome.did === 'nothing') trial.clock.advance(outcome.retryAfterMs ?? 0);
        await settle(1);
      }
      const { checksFailed, credits, status, summary } = await trial.workToEnd({ taskId });
      const balance = await trial.ledger.balance(ALICE);
      return { checksFailed, credits, status, summary, balance, isBounded: trial.clock.elapsed() < HOUR_MS };
    };
    const expected = await run([]);
    await fc.assert(
      fc.asyncProperty(fc.array(jump, { maxLength: 25 }), async (jumps) => {
        expect(await run(jumps)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});
