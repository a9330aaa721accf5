import { setImmediate as nextTurn } from 'node:timers/promises';
import { ManualClock } from '@dialproof/core';
import { expect, it } from 'vitest';
import { SharedReads } from './shared-reads.js';

interface Begun {
  readonly key: string;
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
}

/** Reads whose answers the test gives. */
function subject() {
  const begun: Begun[] = [];
  const read = (key: string) =>
    new Promise<string>((resolve, reject) => begun.push({ key, resolve, reject }));
  const clock = new ManualClock();
  return { begun, clock, reads: new SharedReads(read, clock) };
}

it('begins one read for those that ask together, and the next one for those that ask while it is under way', async () => {
  const { begun, reads } = subject();
  const together = [reads.of('a'), reads.of('a')];
  const other = reads.of('b');
  await nextTurn();
  const later = [reads.of('a'), reads.of('a')];
  await nextTurn();
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
  begun[0]?.resolve('old');
  begun[1]?.resolve('other');
  expect(await Promise.all([...together, other])).toEqual(['old', 'old', 'other']);
  await nextTurn();
  expect(begun).toHaveLength(3);
  begun[2]?.resolve('new');
  expect(await Promise.all(later)).toEqual(['new', 'new']);
  void reads.of('a');
  await nextTurn();
  expect(begun).toHaveLength(4);
});

it('reads again after a failure, of which only those hear that shared it', async () => {
  const { begun, reads } = subject();
  const first = reads.of('a');
  const failed = expect(first).rejects.toThrow('away');
  await nextTurn();
  const second = reads.of('a');
  begun[0]?.reject(new Error('away'));
  await failed;
  await nextTurn();
  begun[1]?.resolve('back');
  expect(await second).toBe('back');
});

it('begins the next read after 250 ms beside one that hangs, and its end changes nothing for later ones', async () => {
  const { begun, clock, reads } = subject();
  const hanging = reads.of('a');
  await nextTurn();
  const waiting = [reads.of('a'), reads.of('a')];
  clock.advance(249);
  await nextTurn();
  expect(begun).toHaveLength(1);
  clock.advance(1);
  await nextTurn();
  expect(begun).toHaveLength(2);
  const later = reads.of('a');
  begun[0]?.resolve('late');
  expect(await hanging).toBe('late');
  await nextTurn();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve('in time');
  expect(await Promise.all(waiting)).toEqual(['in time', 'in time']);
  await nextTurn();
  begun[2]?.resolve('next');
  expect(await later).toBe('next');
  expect(clock.pending).toBe(0);
});

it('begins a read at once for those that come 250 ms after one that hangs began', async () => {
  const { begun, clock, reads } = subject();
  void reads.of('a');
  await nextTurn();
  clock.advance(250);
  await nextTurn();
  void reads.of('a');
  await nextTurn();
  expect(begun).toHaveLength(2);
});

it('reads again after a read that threw', async () => {
  let fails = true;
  const reads = new SharedReads((key) => {
    if (fails) throw new Error('no read');
    return Promise.resolve(key);
  });
  await expect(reads.of('a')).rejects.toThrow('no read');
  fails = false;
  expect(await reads.of('a')).toBe('a');
});
