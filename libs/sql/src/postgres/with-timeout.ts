import { type Clock, DialproofError } from '@dialproof/core';

/** Settles like `answer`, or rejects with an error, by default `storage_unavailable`, if it is still pending after this many milliseconds. */
export async function withTimeout<Answer>(
  answer: Promise<Answer>,
  ms: number,
  clock: Pick<Clock, 'schedule'>,
  makeError: () => Error = () => overdue(ms),
): Promise<Answer> {
  let cancel = () => {};
  const timeout = new Promise<never>((_, reject) => {
    cancel = clock.schedule(ms, () => reject(makeError()));
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    cancel();
    // It may reject later, when there is no caller any more.
    answer.catch(() => {});
  }
}

function overdue(ms: number): DialproofError {
  return new DialproofError('storage_unavailable', { hint: `the database did not answer within ${ms} ms` });
}
