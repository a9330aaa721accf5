import type { TaskStore } from '@dialproof/core';

const LEASE_MS = 60_000;

/** Claims one chunk and gives it back, several times. Resolves to the duration of each claim, in milliseconds. */
export async function claimTimes(
  store: Pick<TaskStore, 'claim' | 'giveBack'>,
  claims: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < claims; count += 1) {
    const start = performance.now();
    const answer = await store.claim({ leaseMs: LEASE_MS, limit: 1, taskId: null });
    times.push(performance.now() - start);
    for (const { lease } of answer.claims) await store.giveBack(lease, 0);
  }
  return times;
}
