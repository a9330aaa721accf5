import { type Claim, ManualClock, type TaskStore } from '@dialproof/core';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';

/** Claims whatever is next. */
export const NEXT = { leaseMs: 1_000, limit: 1, taskId: null };

/** An empty store on a stopped clock. */
export async function subject() {
  const clock = new ManualClock();
  const database = await temporaryDatabase();
  return { clock, database, store: new SqlTaskStore({ database, clock }) };
}

export async function claimOne(store: TaskStore): Promise<Claim> {
  const { claims } = await store.claim(NEXT);
  if (claims[0] === undefined) throw new Error('there is nothing to claim');
  return claims[0];
}
