import { type Clock, DialproofError } from '@dialproof/core';

/** Resolves or rejects as `answer` does, and rejects with `storage_unavailable` when it has done neither after so many milliseconds. */
export async function inGoodTime<Answer>(
  answer: Promise<Answer>,
  ms: number,
  clock: Pick<Clock, 'schedule'>,
): Promise<Answer> {
  let cancel = () => {};
  const overdue = new Promise<never>((_, reject) => {
    cancel = clock.schedule(ms, () => {
      const hint = `the database did not answer within ${ms} ms`;
      reject(new DialproofError('storage_unavailable', { hint }));
    });
  });
  try {
    return await Promise.race([answer, overdue]);
  } finally {
    cancel();
    // It may fail later, when nobody waits for it any more.
    answer.catch(() => {});
  }
}
