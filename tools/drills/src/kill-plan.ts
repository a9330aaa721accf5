import type { SeededRandom } from '@dialproof/generate';

/** What is under way when the server is killed, in the order in which the rounds go through them. */
export const KILL_PHASES = ['upload', 'checks', 'settling', 'recovery'] as const;
export type KillPhase = (typeof KILL_PHASES)[number];

/** When to kill the server in one round. */
export interface KillPlan {
  readonly phase: KillPhase;
  /** The kill comes once so much is sent of an upload (in the phase upload) or processed of a task (in the others), 0 to 1. */
  readonly afterShare: number;
  /** And so many milliseconds after that. */
  readonly delayMs: number;
  /** Then the server that comes up again is killed so many milliseconds after its start; undefined: it is left alone. */
  readonly againAfterMs: number | undefined;
}

/** The most that a start takes, roughly: a second kill comes anywhere within it, or a little later. */
const START_MS = 700;

export function planKill(round: number, random: SeededRandom): KillPlan {
  // The index is within the list, by the modulo.
  const phase = KILL_PHASES[(round - 1) % KILL_PHASES.length] as KillPhase;
  const moment = planMoment(phase, random);
  return { phase, ...moment, againAfterMs: phase === 'recovery' ? random.below(START_MS) : undefined };
}

function planMoment(phase: KillPhase, random: SeededRandom): Pick<KillPlan, 'afterShare' | 'delayMs'> {
  switch (phase) {
    case 'upload':
      // One in three has been sent whole and is being read, held for or made a task.
      return random.chance(1 / 3)
        ? { afterShare: 1, delayMs: random.below(120) }
        : { afterShare: random.fraction(), delayMs: random.below(10) };
    case 'settling':
      return { afterShare: 0.8 + random.fraction() * 0.2, delayMs: random.below(40) };
    case 'checks':
    case 'recovery':
      return { afterShare: random.fraction() * 0.9, delayMs: random.below(20) };
  }
}
