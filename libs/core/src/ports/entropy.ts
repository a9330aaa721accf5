import { randomBytes, randomUUID } from 'node:crypto';
import { type HoldId, type TaskId, taskId, verificationHoldId } from '../model/identifiers.js';

/** The kit's source of chance. Everything random comes from it, so that a simulation can decide it by a seed. */
export interface Entropy {
  /** A new UUID of version 4 (RFC 9562), which nobody can guess. */
  uuid(): string;

  /** This many random bytes, which nobody can guess. */
  bytes(count: number): Buffer;

  /** A number n with 0 <= n < 1. It is for pauses and other choices that need not be secret. */
  fraction(): number;
}

/** The machine's own chance. */
export const systemEntropy: Entropy = {
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
  fraction: () => Math.random(),
};

export function newTaskId(entropy: Pick<Entropy, 'uuid'> = systemEntropy): TaskId {
  return taskId(entropy.uuid());
}

/** The id of the hold of a single verification that begins at `now`, in milliseconds since 1970. */
export function newVerificationHoldId(now: number, entropy: Pick<Entropy, 'uuid'> = systemEntropy): HoldId {
  return verificationHoldId(now, entropy.uuid());
}

/** The exclusive upper bound of random runs. With so many possible runs, collisions are negligible. */
const RUNS = 2 ** 47;

/**
 * The run of an upload whose caller chose the task id. It is random, so that no two uploads have the same hold: an earlier upload with that
 * id may have been given up after its hold was made.
 */
export function newUploadRun(entropy: Pick<Entropy, 'fraction'>): number {
  return 2 + Math.floor(entropy.fraction() * (RUNS - 2));
}
