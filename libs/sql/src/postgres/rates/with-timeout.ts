import { type Clock, DialproofError } from '@dialproof/core';

/** Settles like `answer`, or rejects with `storage_unavailable` if it is still pending after this many milliseconds. */
export async function withTimeout<Answer>(
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
    // It may reject later, when there is no caller any more.
    answer.catch(() => {});
  }
}
