import { expect, it } from 'vitest';
import { casesWith, skipCase } from './test-runner.js';

/** Runs one case as a runner would that gives its tests this context. */
async function run(body: () => Promise<void>, ...context: readonly unknown[]) {
  const told: string[] = [];
  const create = async () => ({ close: async () => void told.push('closed') });
  let defined: ((...context: readonly unknown[]) => Promise<void>) | undefined;
  const runner = {
    describe: () => {},
    it(_title: string, test: () => Promise<void>) {
      defined = test;
    },
  };
  casesWith(runner, create)('a case', body);
  expect(defined?.length).toBe(0);
  await defined?.(...context.map((given) => Object.assign(Object(given), { told })));
  return told;
}

const skipping = async () => skipCase('there is nothing to test');
const context = () => ({
  skip(this: { readonly told: string[] }, reason: string) {
    this.told.push(`skipped: ${reason}`);
  },
});

it('a case that is not about its subject is skipped where the runner can, and its subject is closed', async () => {
  expect(await run(skipping, context())).toEqual(['closed', 'skipped: there is nothing to test']);
  expect(await run(skipping)).toEqual(['closed']);
  expect(await run(skipping, () => {})).toEqual(['closed']);
});

it('a case that passes is not skipped, and one that fails fails', async () => {
  expect(await run(async () => {}, context())).toEqual(['closed']);
  await expect(run(() => Promise.reject(new RangeError('no')), context())).rejects.toThrow(RangeError);
});
