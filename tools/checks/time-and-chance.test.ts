import { describe, expect, it } from 'vitest';
import { type Files, folderOf, runCheck } from './checked-folder.fixture.js';

function check(files: Files) {
  return runCheck(
    'time-and-chance.mjs',
    folderOf({
      'libs/core/package.json': { name: '@dialproof/core' },
      'libs/core/tsconfig.json': {},
      'libs/client/package.json': { name: '@dialproof/client' },
      'libs/client/tsconfig.json': {},
      ...files,
    }),
  );
}

describe('the check of time and chance', () => {
  it('has nothing against the ports, comments, tests, turns of the event loop, and packages outside of the service', () => {
    const files = {
      'libs/core/src/ports/clock.ts': 'export const now = () => Date.now();\n',
      'libs/core/src/a.ts': '// as setTimeout does\nsetImmediate(() => new Date(0));\n',
      'libs/core/src/a.test.ts': 'setTimeout(() => {}, 1);\n',
      'libs/client/src/a.ts': 'setTimeout(() => {}, 1);\n',
    };
    expect(check(files)).toEqual({ code: 0, stdout: '2 files, 0 problems\n', stderr: '' });
  });

  it.each([
    ['Date.now();', 'Date.now'],
    ['const at = new Date();', 'new Date()'],
    ['performance.now();', 'performance.now'],
    ['Math.random();', 'Math.random'],
    ["import { randomUUID } from 'node:crypto';", 'randomUUID'],
    ['crypto.getRandomValues(bytes);', 'getRandomValues'],
    ["import { setTimeout } from 'node:timers/promises';", 'setTimeout'],
    ['setInterval(look, 10);', 'setInterval'],
    ['AbortSignal.timeout(10);', 'AbortSignal.timeout'],
    ['systemClock.now();', 'systemClock.now'],
  ])('finds %s', (source, way) => {
    expect(check({ 'libs/core/src/a.ts': `${source}\n` })).toMatchObject({
      code: 1,
      stderr: `libs/core/src/a.ts: ${way}\n`,
    });
  });

  it('finds an exception that is not needed', () => {
    expect(check({ 'libs/core/src/async/turn.ts': 'export {};\n' })).toMatchObject({
      code: 1,
      stderr: 'libs/core/src/async/turn.ts needs no exception\n',
    });
  });
});
