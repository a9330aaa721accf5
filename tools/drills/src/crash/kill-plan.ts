import type { SeededRandom } from '@dialproof/generate';
import type { BriefState } from './database-watch.js';

/** The phases in which the server is killed, in the order of the rounds. */
export const KILL_PHASES = [
  'upload',
  'checks',
  'settling',
  'recovery',
  'holding',
  'finishing',
  'answering',
] as const;
export type KillPhase = (typeof KILL_PHASES)[number];

/** When to kill the server in one round. */
export interface KillPlan {
  readonly phase: KillPhase;
  /** The first condition: this share of an upload has been sent, 0 to 1. */
  readonly sentShare: number;
  /** The second: this share of an answered task has been processed, 0 to 1. */
  readonly processedShare: number;
  /** The third: the database shows a task in this state. */
  readonly briefState: BriefState | undefined;
  /** Then this many milliseconds pass. */
  readonly delayMs: number;
  /** The restarted server is killed this many milliseconds after its start; undefined if it is not killed. */
  readonly againAfterMs: number | undefined;
}

/** The approximate longest time of a start. A second kill comes at any point within it, or a little later. */
const START_MS = 700;
const AT_ONCE = {
  sentShare: 0,
  processedShare: 0,
  briefState: undefined,
  delayMs: 0,
  againAfterMs: undefined,
};

export function planKill(phase: KillPhase, random: SeededRandom): KillPlan {
  const whole = { ...AT_ONCE, phase, sentShare: 1 };
  switch (phase) {
    case 'upload':
      return { ...AT_ONCE, phase, sentShare: random.fraction(), delayMs: random.below(10) };
    case 'holding':
      return { ...whole, briefState: 'half_begun', delayMs: afterState(random) };
    case 'answering':
      // The answer goes out at the same time, so the kill comes a little before or after it.
      return { ...whole, briefState: 'queued', delayMs: random.fraction() };
    case 'checks':
      return { ...whole, processedShare: random.fraction() * 0.9, delayMs: random.below(20) };
    case 'settling':
      return { ...whole, processedShare: 0.5, briefState: 'checked', delayMs: afterState(random) };
    case 'finishing':
      return { ...whole, processedShare: 0.5, briefState: 'half_ended', delayMs: afterState(random) };
    case 'recovery':
      return { ...whole, processedShare: random.fraction() * 0.7, againAfterMs: random.below(START_MS) };
    default:
      return phase satisfies never;
  }
}

/** Mostly no delay. Sometimes a short one, after which the task may be in the next state. */
function afterState(random: SeededRandom): number {
  return random.chance(0.7) ? 0 : random.below(4);
}
