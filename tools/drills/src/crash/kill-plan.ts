import type { SeededRandom } from '@dialproof/generate';
import type { BriefState } from './database-watch.js';

/** What is under way when the server is killed, in the order in which the rounds go through them. */
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
  /** Comes first: so much has been sent of an upload, 0 to 1. */
  readonly sentShare: number;
  /** Then: so much of a task that was answered has been processed, 0 to 1. */
  readonly processedShare: number;
  /** Then: the database shows a task in this state. */
  readonly briefState: BriefState | undefined;
  /** Then so many milliseconds pass. */
  readonly delayMs: number;
  /** The server that comes up again is killed so many milliseconds after its start; undefined: it is left alone. */
  readonly againAfterMs: number | undefined;
}

/** The most that a start takes, roughly: a second kill comes anywhere within it, or a little later. */
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
      // Its answer goes out at the same time: the kill comes a little before or after it.
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

/** Mostly in that very state; sometimes a little later, when it may have passed over into the next. */
function afterState(random: SeededRandom): number {
  return random.chance(0.7) ? 0 : random.below(4);
}
