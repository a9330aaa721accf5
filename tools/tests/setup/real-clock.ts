import { afterAll, expect } from 'vitest';

const GLOBALS = [
  ...['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ...['setImmediate', 'clearImmediate', 'queueMicrotask'],
];

/** The clock and the timers of this process. */
function clock(): ReadonlyMap<string, unknown> {
  const functions = GLOBALS.map((name) => [name, Reflect.get(globalThis, name)] as const);
  return new Map([...functions, ['Date.now', Date.now], ['performance.now', performance.now]]);
}

// The files of a worker share the process. A fake that one of them leaves behind breaks another, which waits for a timer that never fires.
const before = clock();
afterAll(() => {
  const after = clock();
  const left = [...before.keys()].filter((name) => after.get(name) !== before.get(name));
  expect(left, 'what a test of this file has replaced and not restored').toEqual([]);
});
