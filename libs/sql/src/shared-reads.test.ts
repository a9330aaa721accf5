import { setImmediate as nextTurn } from 'node:timers/promises';
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
  return { begun, reads: new SharedReads(read) };
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
