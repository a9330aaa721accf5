import type { Machine } from './fleet.js';

/** The number of checks that workers have made since their start, by their metrics. */
export async function checksMade(workers: readonly Machine[]): Promise<number> {
  const counts = await Promise.all(workers.map(checksOf));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function checksOf({ port }: Machine): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(10_000) });
  const samples = (await answer.text()).matchAll(/^dialproof_checks_total\{[^}]*\} (\d+)$/gm);
  return [...samples].reduce((sum, [, count]) => sum + Number(count), 0);
}
