import { describe, expect, it, vi } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { DialproofError } from '../../model/errors.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n+14155550101\n+14155550102\n+14155550103\n';

describe('work that several workers ask for at once', () => {
  it('is claimed with one call of the store', async () => {
    const { service, store, submitCsv } = await trialService({ chunkSize: 1 });
    await submitCsv(FILE);
    const claim = vi.spyOn(store, 'claim');
    await Promise.all([service.work(), service.work(), service.work()]);
    expect(claim.mock.calls).toEqual([[expect.objectContaining({ limit: 3 })]]);
    await service.work();
    expect(claim).toHaveBeenCalledTimes(2);
  });
});

/** A process that has found an outage with its first call. */
async function processInOutage() {
  const { calls, checker } = heldChecker();
  const trial = await trialService({ checker, chunkSize: 1, checkConcurrency: 1 });
  const task = await trial.submitCsv(FILE);
  const work = trial.service.work();
  await until(() => calls.length === 1);
  calls[0]?.fail(new DialproofError('checker_out_of_funds'));
  await work;
  expect(await trial.service.work()).toMatchObject({ did: 'nothing' });
  const kinds = () => trial.failures.map(({ kind }) => kind);
  return { calls, kinds, task, trial };
}

describe('an outage', () => {
  it('ends here as soon as chunks are handed out again, since another process has seen its end', async () => {
    const { calls, kinds, trial } = await processInOutage();
    const { clock, ledger, service, store } = trial;
    const other = await trialService({ clock, ledger, store, chunkSize: 1 });
    clock.advance(30_000);
    await other.service.work();
    expect(await service.checkerOutage()).toBe('checker_out_of_funds');
    const work = service.work();
    await until(() => calls.length === 2);
    expect(await service.checkerOutage()).toBeNull();
    expect(kinds()).toEqual(['outage_began', 'outage_ended']);
    calls[1]?.answer('dead');
    await work;
  });

  it('is known to another process as soon as that claims work, and is not reported twice', async () => {
    const { trial } = await processInOutage();
    const { clock, ledger, store } = trial;
    const other = await trialService({ clock, ledger, store });
    expect(await other.service.checkerOutage()).toBeNull();
    expect(await other.service.work()).toMatchObject({ did: 'nothing' });
    expect(await other.service.checkerOutage()).toBe('checker_out_of_funds');
    await store.endOutage();
    await other.service.work();
    expect(await other.service.checkerOutage()).toBeNull();
    expect(other.failures).toEqual([]);
  });

  it('ends for all processes with a single check that one of them answers', async () => {
    const { task, trial } = await processInOutage();
    const { clock, ledger, store } = trial;
    const other = await trialService({ clock, ledger, store });
    await other.service.work();
    await other.service.verify({ accountId: ALICE, phone: '+14155550101' });
    await settle();
    expect(await store.find(task.taskId)).toMatchObject({ waiting: null });
  });

  it('is not learned from a claim that was asked for before its end', async () => {
    const { calls, trial } = await processInOutage();
    const { service, store } = trial;
    const claim = store.claim.bind(store);
    let answer = (): void => undefined;
    vi.spyOn(store, 'claim').mockImplementation(async (request) => {
      const answered = await claim(request);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return answered;
    });
    const work = service.work();
    await settle();
    const verified = service.verify({ accountId: ALICE, phone: '+14155550199' });
    await until(() => calls.length === 2);
    calls[1]?.answer('dead');
    await verified;
    answer();
    await work;
    expect(await service.checkerOutage()).toBeNull();
  });

  it('lasts while its probe is under way, while a task ends and while there is nothing to do', async () => {
    const { calls, kinds, task, trial } = await processInOutage();
    const { clock, service, store } = trial;
    clock.advance(30_000);
    const probe = service.work();
    await until(() => calls.length === 2);
    calls[1]?.fail(new DialproofError('checker_out_of_funds'));
    await probe;
    expect(await service.work()).toMatchObject({ did: 'nothing' });
    await store.fail(task.taskId, 'cancelled');
    expect(await service.work()).toMatchObject({ did: 'work' });
    expect(await service.checkerOutage()).toBe('checker_out_of_funds');
    expect(kinds()).toEqual(['outage_began']);
  });
});
