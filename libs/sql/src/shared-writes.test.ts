import { expect, it } from 'vitest';
import { SharedWrites } from './shared-writes.js';

/** Notes each write, which ends when it is told to. */
function subject() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const writes = new SharedWrites<string, number, number>(
    // The work of this test uses no session.
    { write: (work) => work(undefined as never) },
    async (_, key, requests) => {
      begun.push(`${key}: ${requests}`);
      await new Promise<void>((resolve) => ends.push(resolve));
      return requests.map((answer) => ({ answer }));
    },
  );
  return { ask: writes.ask.bind(writes), begun, endNext: () => ends.shift()?.() };
}

it('requests that come during a write of their key share the next one, and those of other keys do not wait', async () => {
  const { ask, begun, endNext } = subject();
  const first = ask('a', 0);
  const later = [ask('a', 1), ask('a', 2)];
  const other = ask('b', 3);
  expect(begun).toEqual(['a: 0', 'b: 3']);
  endNext();
  expect(await first).toBe(0);
  await expect.poll(() => begun).toEqual(['a: 0', 'b: 3', 'a: 1,2']);
  endNext();
  expect(await other).toBe(3);
  endNext();
  expect(await Promise.all(later)).toEqual([1, 2]);
  expect(begun).toHaveLength(3);
});
