import { randomBytes, randomUUID } from 'node:crypto';

/** The kit's source of chance. Everything random comes from it, so that a simulation can decide it by a seed. */
export interface Entropy {
  /** A new UUID of version 4 (RFC 9562), which nobody can guess. */
  uuid(): string;

  /** So many random bytes, which nobody can guess. */
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
