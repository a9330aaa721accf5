import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

/** A service whose store appends a block only when `take` is called. */
async function slowStore() {
  const trial = await trialService({ chunkSize: 1_000 });
  await trial.ledger.grant(ALICE, 25_000);
  const { store } = trial;
  const append = store.appendRows.bind(store);
  const discard = store.discard.bind(store);
  const order: string[] = [];
  const gates: (() => void)[] = [];
  let isOpen = false;
  const fails = { at: Number.NaN };
  store.appendRows = async (lease, index, block) => {
    order.push(`asked ${index}`);
    await new Promise<void>((resolve) => {
      if (isOpen) resolve();
      else gates.push(resolve);
    });
    if (index === fails.at) throw new Error('the store fails');
    await append(lease, index, block);
    order.push(`stored ${index}`);
  };
  store.discard = async (lease) => {
    order.push('discarded');
    await discard(lease);
  };
  return {
    ...trial,
    fails,
    order,
    /** Lets the store append the block that waits. */
    take: async () => {
      await until(() => gates.length > 0);
      gates.shift()?.();
    },
    takeAll: () => {
      isOpen = true;
      for (const takeOne of gates) takeOne();
    },
  };
}

/** The content of a file, and how many of its rows were read. */
function rows(count: number) {
  const read = { rows: 0 };
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('phone\n');
    for (; read.rows < count; read.rows += 500) {
      yield Buffer.from(
        Array.from({ length: 500 }, (_, n) => `+1415${5_000_000 + 10 * (read.rows + n)}\n`).join(''),
      );
    }
  }
  return { content: content(), read };
}

describe('while a store takes a block', () => {
  it('the rows of the next one are read, and no others', async () => {
    const { order, result, service, take, workAll } = await slowStore();
    const { content, read } = rows(22_500);
    const upload = service.submit({ accountId: ALICE, fileName: 'a.csv', content });
    await until(() => order.length > 0);
    await until(() => read.rows >= 10_000);
    await settle(50);
    expect(read.rows).toBeLessThan(15_000);
    expect(order).toEqual(['asked 0']);
    // Five blocks of rows, and the header.
    for (let block = 0; block < 6; block += 1) await take();
    const task = await upload;
    expect(order).toEqual([0, 1, 2, 3, 4, 5].flatMap((index) => [`asked ${index}`, `stored ${index}`]));
    await workAll();
    expect((await result(task)).split('\n')).toHaveLength(22_502);
  });

  it('the draft of a file that is refused is not discarded yet', async () => {
    const { order, service, takeAll } = await slowStore();
    const stop = new AbortController();
    const { content } = rows(22_500);
    const upload = service.submit({ accountId: ALICE, fileName: 'a.csv', content, signal: stop.signal });
    const refused = expect(upload).rejects.toMatchObject({ code: 'upload_interrupted' });
    await until(() => order.length > 0);
    stop.abort();
    await settle(50);
    expect(order).toEqual(['asked 0']);
    takeAll();
    await refused;
    expect(order.slice(0, 2)).toEqual(['asked 0', 'stored 0']);
    expect(order.indexOf('discarded')).toBe(order.length - 1);
  });
});

describe('a block that a store refuses', () => {
  it.each([0, 1, 2, 3])('fails the upload, of which nothing is left: block %i', async (at) => {
    const { fails, ledger, order, service, take } = await slowStore();
    fails.at = at;
    const { content } = rows(11_500);
    const upload = service.submit({ accountId: ALICE, fileName: 'a.csv', content });
    const failed = expect(upload).rejects.toThrow('the store fails');
    for (let block = 0; block <= at; block += 1) await take();
    await failed;
    expect(order.at(-1)).toBe('discarded');
    expect(order).not.toContain(`asked ${at + 1}`);
    expect(await ledger.balance(ALICE)).toMatchObject({ held: 0 });
  });
});
