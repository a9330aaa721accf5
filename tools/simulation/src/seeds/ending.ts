import type { Account } from './account.js';
import type { Plan } from './plan.js';
import type { Arrival } from './receivers.js';
import type { Storage } from './storage.js';
import type { Question } from './upstream.js';
import type { World } from './world.js';

/** A time in which one process, or all of them, could lose answers. */
export interface Trouble {
  /** The name of the process, without the number of its life. */
  readonly process: string;
  readonly from: number;
  readonly until: number;
}

/** A world that has come to its end, with all that is known about it outside of the kit. */
export interface Ending {
  readonly world: World;
  readonly storage: Storage;
  readonly plan: Plan;
  readonly accounts: readonly Account[];
  readonly questions: readonly Question[];
  readonly arrivals: readonly Arrival[];
  readonly troubles: readonly Trouble[];
  /** From when on the clock moved in steps of {@link SETTLING_STEP_MS}; never, if `FOR_GOOD`. */
  readonly steppedFrom: number;
}

/** The steps of the clock behind the last job. Workers look for work every few seconds then, and find none. */
export const SETTLING_STEP_MS = 20_000;

/** A process that stood still notices within this time that its leases are lost. */
export const NOTICED_WITHIN_MS = 1_000;

/** `life`: a life of the process. */
export function isTroubled({ troubles }: Ending, life: string, from: number, until: number): boolean {
  const process = life.slice(0, life.indexOf('.'));
  return troubles.some(
    (trouble) => trouble.process === process && trouble.from <= until && trouble.until >= from,
  );
}
