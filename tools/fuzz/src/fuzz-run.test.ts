import { describe, expect, it } from 'vitest';
import { fuzzRun } from './fuzz-run.js';

/** A program for threads that reports each input, and does something else at some. */
function program(special: string): URL {
  const source = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { first, step, runs, current } = workerData;
    for (let index = first; index < runs; index += step) {
      Atomics.store(current, 0, index);
      const report = { outcomes: { accepted: 1 }, violations: [] };
      ${special}
      parentPort.postMessage(report);
    }`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

/** Without a hanging input, no machine is too slow. */
const run = (special: string, inputTimeoutMs = 100_000) =>
  fuzzRun({ choice: 'csv', seed: 1, runs: 9, jobs: 2, inputTimeoutMs, workerUrl: program(special) });

describe('fuzzRun', () => {
  it('tries every input once', async () => {
    expect(await run('')).toEqual({ outcomes: { accepted: 9 }, violations: [] });
  });

  it('counts an input that hangs, and goes on behind it', async () => {
    const { outcomes, violations } = await run('if (index === 3) for (;;);', 2_000);
    expect(outcomes).toEqual({ accepted: 8 });
    expect(violations).toEqual([{ index: 3, violation: 'it takes more than 2000 ms' }]);
  });

  it('counts an input that ends its thread, and goes on behind it', async () => {
    const { outcomes, violations } = await run("if (index === 4) throw new Error('out of everything');");
    expect(outcomes).toEqual({ accepted: 8 });
    expect(violations).toMatchObject([{ index: 4, violation: expect.stringContaining('out of everything') }]);
  });

  it('ends early when it has found enough', async () => {
    const found = "report.violations.push(...Array.from({ length: 20 }, () => ({ index, violation: 'x' })));";
    expect((await run(found)).violations.length).toBeLessThan(180);
  });
});
