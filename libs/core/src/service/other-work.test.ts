import { describe, expect, it } from 'vitest';
import { settle, until } from '../async/turns.fixture.js';
import type { WorkOutcome, WorkSource } from '../ports/task-queue.js';
import { trialService } from './trial-service.fixture.js';

const NOTHING: WorkOutcome = { did: 'nothing', retryAfterMs: null };
const WORK: WorkOutcome = { did: 'work', taskId: null };

/** A source whose calls the test answers. */
function heldSource() {
  const calls: { readonly signal: AbortSignal; readonly answer: (outcome: WorkOutcome) => void }[] = [];
  const source: WorkSource = {
    work: (signal) => new Promise((resolve) => calls.push({ signal, answer: resolve })),
  };
  return { calls, source };
}

/** A source that answers at once. */
function countedSource(answer: () => WorkOutcome) {
  const counted = {
    calls: 0,
    work: async () => {
      counted.calls += 1;
      return answer();
    },
  };
  return counted;
}

describe('other work', () => {
  it('is done by the calls of work, and no check waits for it', async () => {
    const { calls, source } = heldSource();
    const trial = await trialService({ workSources: [source] });
    const task = await trial.submitCsv('phone\n+14155550100\n');
    expect((await trial.workToEnd(task)).status).toBe('done');
    expect(calls).toHaveLength(1);
    expect(await trial.service.work()).toEqual({ did: 'nothing', retryAfterMs: 1_000 });
    expect(calls).toHaveLength(1);
    calls[0]?.answer(NOTHING);
    await trial.service.close();
  });

  it('is called again after its own delay, and after five seconds at the latest', async () => {
    let answer: WorkOutcome = { did: 'nothing', retryAfterMs: 300 };
    const source = countedSource(() => answer);
    const { clock, service } = await trialService({ workSources: [source] });
    const workOnce = async () => {
      const outcome = await service.work();
      await settle();
      return outcome;
    };
    await workOnce();
    expect(source.calls).toBe(1);
    expect(await workOnce()).toEqual({ did: 'nothing', retryAfterMs: 300 });
    clock.advance(299);
    await workOnce();
    expect(source.calls).toBe(1);
    answer = NOTHING;
    clock.advance(1);
    await workOnce();
    expect(source.calls).toBe(2);
    expect(await workOnce()).toEqual({ did: 'nothing', retryAfterMs: 5_000 });
    answer = WORK;
    clock.advance(5_000);
    await workOnce();
    await workOnce();
    expect(source.calls).toBe(4);
    await service.close();
  });

  it('is called again as soon as a task has ended', async () => {
    const source = countedSource(() => NOTHING);
    const trial = await trialService({ workSources: [source] });
    await trial.service.work();
    await settle();
    const task = await trial.submitCsv('phone\n+14155550100\n');
    await trial.workToEnd(task);
    await trial.service.work();
    expect(source.calls).toBe(2);
    await trial.service.close();
  });

  it('is aborted when the service closes, which waits for it', async () => {
    const { calls, source } = heldSource();
    const { service } = await trialService({ workSources: [source] });
    await service.work();
    let closed = false;
    const closing = service.close().then(() => {
      closed = true;
    });
    await until(() => calls[0]?.signal.aborted === true);
    await settle();
    expect(closed).toBe(false);
    calls[0]?.answer(NOTHING);
    await closing;
    await service.work();
    expect(calls).toHaveLength(1);
  });

  it('is aborted when the signal of the call that began it is aborted', async () => {
    const { calls, source } = heldSource();
    const { service } = await trialService({ workSources: [source] });
    const caller = new AbortController();
    await service.work(caller.signal);
    caller.abort();
    expect(calls[0]?.signal.aborted).toBe(true);
    calls[0]?.answer(NOTHING);
    await service.work(caller.signal);
    expect(calls).toHaveLength(1);
    await service.close();
  });

  it('is reported if it fails, and called again a second later', async () => {
    let calls = 0;
    const source: WorkSource = {
      async work() {
        calls += 1;
        throw new Error('the outbox is away');
      },
    };
    const { clock, failures, service } = await trialService({ workSources: [source] });
    await service.work();
    await settle();
    expect(failures).toMatchObject([{ kind: 'work_failed', cause: { message: 'the outbox is away' } }]);
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: 1_000 });
    clock.advance(1_000);
    await service.work();
    expect(calls).toBe(2);
    await service.close();
  });

  it('is refused if it is not a source', async () => {
    // Only a host without types can pass this.
    const source = { deliver: async () => NOTHING } as unknown as WorkSource;
    await expect(trialService({ workSources: [source] })).rejects.toThrow(TypeError);
  });
});
