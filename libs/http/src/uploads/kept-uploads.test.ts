import { type AccountId, accountId, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { KeptUploads } from './kept-uploads.js';

const [ALICE, BOB, EVE] = [accountId('alice'), accountId('bob'), accountId('eve')];
const KIB = 1024;
const MINUTE_MS = 60_000;
/** An upload counts 64 KiB more than its bytes: four of 60 KiB fit, two of them for one account. */
const ROOM = 500 * KIB;

function keeping(maxBytes = ROOM) {
  const clock = new ManualClock();
  const uploads = new KeptUploads({ clock, maxBytes });
  return {
    clock,
    find: (account: AccountId, id: string) => uploads.find(account, id),
    begin: (account: AccountId, name: string, kib = 60) =>
      uploads.keep(account, { fileName: name, content: pieces(name, kib) }),
    async keep(account: AccountId, name: string, kib = 60) {
      const { content, kept } = uploads.keep(account, { fileName: name, content: pieces(name, kib) });
      await textOf(content);
      return kept()?.uploadId;
    },
    has(account: AccountId, id: string | undefined) {
      try {
        return id !== undefined && uploads.find(account, id) !== undefined;
      } catch {
        return false;
      }
    },
  };
}

async function* pieces(name: string, kib: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(name);
  for (let count = 0; count < kib; count += 1) yield Buffer.alloc(KIB);
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const piece of content) {
    chunks.push(Uint8Array.from(piece));
    // A reader may use the memory for something else.
    piece.fill(255);
  }
  return Buffer.concat(chunks).toString('latin1');
}

describe('a kept upload', () => {
  it('is its bytes and its name, as often as it is read', async () => {
    const { find, keep } = keeping();
    const id = (await keep(ALICE, 'a.csv', 2)) ?? '';
    for (let times = 0; times < 2; times += 1) {
      const { fileName, content } = find(ALICE, id);
      expect([fileName, await textOf(content)]).toEqual(['a.csv', `a.csv${'\0'.repeat(2 * KIB)}`]);
    }
  });

  it('has an id that means nothing else: not other bytes, another name or another account', async () => {
    const { has, keep } = keeping();
    const id = await keep(ALICE, 'a.csv', 1);
    expect(await keep(ALICE, 'a.csv', 1)).toBe(id);
    expect(await keep(BOB, 'a.csv', 2)).not.toBe(id);
    expect(await keep(BOB, 'b.csv', 1)).not.toBe(id);
    expect([has(ALICE, id), has(BOB, id)]).toEqual([true, false]);
  });

  it('goes ten minutes after its last use', async () => {
    const { clock, find, has, keep } = keeping();
    const id = (await keep(ALICE, 'a.csv')) ?? '';
    clock.advance(9 * MINUTE_MS);
    expect(find(ALICE, id).kept().expiresAt).toBe(clock.now() + 10 * MINUTE_MS);
    clock.advance(10 * MINUTE_MS - 1);
    const { content } = find(ALICE, id);
    clock.advance(10 * MINUTE_MS);
    expect(has(ALICE, id)).toBe(false);
    // A reader that has begun can still read it to the end.
    expect(await textOf(content)).toMatch(/^a\.csv/);
  });

  it('makes room for the next one of its account, the longest unused first', async () => {
    const { has, keep } = keeping();
    const first = await keep(ALICE, 'a.csv');
    const second = await keep(ALICE, 'b.csv');
    expect(has(ALICE, first)).toBe(true);
    const third = await keep(ALICE, 'c.csv');
    expect([first, second, third].map((id) => has(ALICE, id))).toEqual([true, false, true]);
  });

  it('makes room for those of other accounts', async () => {
    const { has, keep } = keeping();
    const kept: [AccountId, string | undefined][] = [];
    for (const name of ['a.csv', 'b.csv'])
      for (const account of [ALICE, BOB, EVE]) kept.push([account, await keep(account, name)]);
    expect(kept.map(([account, id]) => has(account, id))).toEqual([false, false, true, true, true, true]);
  });

  it('is none if it is larger than half of the room, or there is no room at all', async () => {
    const { has, keep } = keeping();
    const small = await keep(ALICE, 'a.csv');
    expect(await keep(BOB, 'b.csv', 300)).toBeUndefined();
    expect(has(ALICE, small)).toBe(true);
    expect(await keeping(0).keep(ALICE, 'a.csv')).toBeUndefined();
  });

  it('is none as long as others that arrive take the room', async () => {
    const { begin, has, keep } = keeping();
    const arriving = [ALICE, BOB, EVE].map((account) => begin(account, 'a.csv', 90).content);
    const readers = arriving.map((content) => content[Symbol.asyncIterator]());
    for (const reader of readers) for (let count = 0; count < 90; count += 1) await reader.next();
    expect(await keep(accountId('zoe'), 'z.csv')).toBeUndefined();
    for (const reader of readers) await reader.return?.();
    expect(has(accountId('zoe'), await keep(accountId('zoe'), 'z.csv'))).toBe(true);
  });

  it('is none if its content breaks off or is left', async () => {
    const { begin } = keeping();
    const { content, kept } = begin(ALICE, 'a.csv');
    for await (const _piece of content) break;
    expect(kept()).toBeNull();
  });
});
