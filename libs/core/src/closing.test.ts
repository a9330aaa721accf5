import { describe, expect, it } from 'vitest';
import type { NumberChecker } from './ports/number-checker.js';
import { ALICE, csvContent, trialService } from './trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n';

/** A checker that never answers, and when it was first asked. */
function silentChecker(): { readonly checker: NumberChecker; readonly asked: Promise<void> } {
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const checker: NumberChecker = {
    check() {
      ask();
      return new Promise(() => undefined);
    },
  };
  return { checker, asked };
}

describe('closing', () => {
  it('refuses new files and may be repeated', async () => {
    const { service } = await trialService();
    await service.close();
    await service.close();
    const request = { accountId: ALICE, fileName: 'a.csv', content: csvContent(FILE) };
    await expect(service.submit(request)).rejects.toMatchObject({ code: 'shutting_down' });
  });

  it('has the content of a refused file closed', async () => {
    const { service } = await trialService();
    await service.close();
    let closed = false;
    const content = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: Buffer.from(FILE) }),
        return: async () => {
          closed = true;
          return { done: true as const, value: undefined };
        },
      }),
    };
    const refused = service.submit({ accountId: ALICE, fileName: 'a.csv', content });
    await expect(refused).rejects.toMatchObject({ code: 'shutting_down' });
    expect(closed).toBe(true);
  });

  it.each([
    ['with a signal of its own', () => new AbortController().signal],
    ['without a signal', () => undefined],
  ])('waits until what the host runs, %s, is given back', async (_, signal) => {
    const { checker, asked } = silentChecker();
    const { clock, service, store, submitCsv } = await trialService({ checker });
    const { taskId } = await submitCsv(FILE);
    const work = service.work(signal());
    await asked;
    await service.close();
    const { claim } = await store.claim({ now: clock.now(), leaseUntil: clock.now() + 1 });
    expect(claim).toMatchObject({ kind: 'check', task: { taskId } });
    await work;
  });
});

describe('work that nobody wants any more', () => {
  it('ends, so that a host that goes on until nothing is left ends too', async () => {
    const { clock, service, submitCsv, workAll } = await trialService();
    await submitCsv(FILE);
    const later = { did: 'nothing', retryAt: clock.now() };
    expect(await service.work(AbortSignal.abort())).toEqual(later);
    await service.close();
    await workAll();
    expect(await service.work()).toEqual(later);
  });
});
