import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import type { describe as nodeDescribe, it as nodeIt } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { describe as jestDescribe, it as jestIt } from '@jest/globals';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type { TestRunner } from './test-runner.js';

const project = fileURLToPath(new URL('../../trial-project/', import.meta.url));
const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
const bundler = fileURLToPath(new URL('../../../../tools/run/bundle.mjs', import.meta.url));
const { resolve } = createRequire(import.meta.url);

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly exitCode: number;
}

async function run(args: readonly string[], fault: string) {
  // Some of this runner's variables show the other runners that they run inside of it.
  const env = { PATH: process.env['PATH'], TRIAL_FAULT: fault };
  const child = spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, , [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { stdout, exitCode };
}

async function runJest(fault: string): Promise<Outcome> {
  const jest = resolve('jest/bin/jest');
  const { stdout, exitCode } = await run(['--experimental-vm-modules', jest, '--json'], fault);
  const report: unknown = JSON.parse(stdout);
  const { numPassedTests, numFailedTests } = Object(report);
  return { passed: numPassedTests, failed: numFailedTests, exitCode };
}

async function runNodeTest(fault: string): Promise<Outcome> {
  const { stdout, exitCode } = await run(['--test', '--test-reporter=tap', 'node.test.js'], fault);
  const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(stdout)?.[1]);
  return { passed: count('pass'), failed: count('fail'), exitCode };
}

/** The number of cases of the project's suites. */
async function countCases(fault: string): Promise<number> {
  let cases = 0;
  const { defineSuites } = await import(`${project}suites.js`);
  const runner = {
    describe: (_: string, body: () => void) => body(),
    it: () => {
      cases += 1;
    },
  };
  defineSuites(runner, fault);
  return cases;
}

// The project uses the packages as its users do: built.
beforeAll(() => {
  for (const step of [[compiler, '-b', '..'], [bundler]]) {
    const { stderr, stdout } = spawnSync(process.execPath, step, { cwd: project });
    expect(`${stdout}${stderr}`).toBe('');
  }
}, 120_000);

describe.each([
  ['jest', runJest],
  ['node:test', runNodeTest],
] as const)('%s', (_, runSuites) => {
  it('runs every case, and correct implementations pass', async () => {
    const cases = await countCases('');
    expect(cases).toBeGreaterThan(100);
    expect(await runSuites('')).toEqual({ passed: cases, failed: 0, exitCode: 0 });
  });

  it('fails with a ledger that settles twice', async () => {
    const { passed, failed, exitCode } = await runSuites('settles-twice');
    expect(passed + failed).toBe(await countCases('settles-twice'));
    expect(failed).toBeGreaterThan(0);
    expect(exitCode).not.toBe(0);
  });
});

/**
 * The globals of jest as @types/jest 30 declares them: installed here, its globals would hide those of every other test. A body
 * has to be a function with a callback or one that gives a promise, and not one that may do either.
 */
interface JestGlobals {
  describe(name: number | string | ((...args: never[]) => unknown), body: () => void): void;
  it(name: string, body?: JestBody, timeoutMs?: number): void;
}

type JestBody =
  // biome-ignore lint/suspicious/noConfusingVoidType: as @types/jest has it; a function to void alone may give anything.
  | ((done: { (...args: unknown[]): unknown; fail(error?: unknown): unknown }) => void | undefined)
  | (() => PromiseLike<unknown>);

describe('TestRunner', () => {
  it("is fitted by each runner's functions as they are", () => {
    expectTypeOf<{ describe: typeof describe; it: typeof it }>().toExtend<TestRunner>();
    expectTypeOf<{ describe: typeof jestDescribe; it: typeof jestIt }>().toExtend<TestRunner>();
    expectTypeOf<{ describe: JestGlobals['describe']; it: JestGlobals['it'] }>().toExtend<TestRunner>();
    expectTypeOf<{ describe: typeof nodeDescribe; it: typeof nodeIt }>().toExtend<TestRunner>();
  });
});
