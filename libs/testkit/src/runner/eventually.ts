import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const GIVE_UP_MS = 25_000;

/** Repeats a call until it has a result, for work that a server does in its own time. */
export async function eventually<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > giveUpAt) assert.fail(`nothing has happened within ${GIVE_UP_MS} ms`);
    await delay(POLL_MS);
  }
}
