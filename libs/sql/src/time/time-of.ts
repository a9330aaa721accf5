import { type Clock, systemClock } from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import type { DatabaseTime } from './database-time.js';
import { ServerTime } from './server-time.js';
import { SharedTime } from './shared-time.js';

/** Uses the given clock, else the database server's; for a file, the machine's own. */
export function timeOf({ serverTime }: SqlDatabase, clock: Clock | undefined): DatabaseTime {
  if (clock === undefined && serverTime !== null) return new ServerTime(serverTime);
  return new SharedTime(clock ?? systemClock);
}
