import { describe, expect, it } from 'vitest';
import { type AttackOutcome, runAttackDrill } from './attack-drill.js';

const TIMES = { calmMs: 100, attackMs: 400, stopAfterMs: 200, afterMs: 0 };

/** Runs the attacks and faults with one of these texts in their names, smaller and shorter than usual, and judges no times. */
async function inShort(only: readonly string[]) {
  const attacks: [name: string, outcome: AttackOutcome][] = [];
  const faults: string[] = [];
  const violations = await runAttackDrill({
    ...{ only, times: TIMES, share: 0.02, judgesTimes: false, withinMs: 180_000 },
    onAttack: (name, outcome) => attacks.push([name, outcome]),
    onFault: (name) => faults.push(name),
  });
  return { attacks, faults, violations };
}

describe('the drill of attacks, in short', { timeout: 180_000 }, () => {
  it('finds nothing left of attacks', async () => {
    const only = ['pipelined event streams', 'slow headers', 'unfinished uploads', 'with a new key'];
    const { attacks, violations } = await inShort(only);
    expect(violations).toEqual([]);
    expect(attacks.map(([name]) => name)).toEqual(only.map((text) => expect.stringContaining(text)));
    for (const [, { figures }] of attacks) {
      expect(figures?.latencies.length).toBeGreaterThan(0);
      expect(figures?.stop.how).toBe('exit code 0');
    }
  });

  it('finds that nothing is lost with a data folder that goes away', async () => {
    const { faults, violations } = await inShort(['folder is lost']);
    expect(violations).toEqual([]);
    expect(faults).toEqual(['the data folder is lost']);
  });
});
