import { setTimeout as delay } from 'node:timers/promises';
import { type StoredState, storedTasksAfterKill } from '../server/stored-tasks.js';
import type { DrillState } from './drill-state.js';
import { killAtMoment } from './kill-moment.js';
import { type KillPhase, planKill } from './kill-plan.js';
import { pollUntilAllEnded } from './progress-polls.js';
import { startUploads, uploadAtStart } from './round-uploads.js';

/** The events of one round. */
export interface RoundFigures {
  readonly round: number;
  readonly phase: KillPhase;
  readonly files: number;
  readonly accepted: number;
  /** The states of the tasks and drafts that the kill left unfinished in the database. */
  readonly left: readonly StoredState[];
  readonly readyMs: number;
  /** The time from the last start until every task was done; undefined if the next round did not wait for that. */
  readonly doneMs: number | undefined;
}

const DONE_WITHIN_MS = 120_000;
const SINGLE_CHECKS = 3;

/** Sends files, kills the server while they are under way, starts it again and, in most rounds, waits until everything is done. */
export async function runRound(state: DrillState, round: number, phase: KillPhase): Promise<RoundFigures> {
  const { random, server, singles } = state;
  const plan = planKill(phase, random);
  const waits = random.chance(0.7);
  const uploads = await startUploads(state, round, phase);
  singles.start(SINGLE_CHECKS, round);
  await killAtMoment(state, uploads, plan);
  await Promise.all([...uploads.map(({ noted }) => noted), singles.settled()]);
  const left = leftByKill(state);
  server.start();
  if (plan.againAfterMs !== undefined) {
    await delay(plan.againAfterMs);
    await server.kill();
    server.start();
  }
  const [readyMs] = await Promise.all([server.ready(), uploadAtStart(state, round)]);
  if (waits) await pollUntilAllEnded(state, DONE_WITHIN_MS);
  return {
    round,
    phase,
    files: uploads.length,
    accepted: uploads.filter(({ task }) => task !== undefined).length,
    left,
    readyMs,
    doneMs: waits ? server.ageMs : undefined,
  };
}

function leftByKill({ folder }: DrillState): StoredState[] {
  return storedTasksAfterKill(folder.databaseFile, folder.copies)
    .map(({ state }) => state)
    .filter((state) => state !== 'ended');
}
