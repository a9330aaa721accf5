import type { ErrorCode } from '@dialproof/core';

/** Files that are sent one after the other to one service. */
export interface HostileGroup {
  readonly name: string;
  /** What may come of each: a refusal, or 'read'. */
  readonly outcomes: readonly (ErrorCode | 'read')[];
  /** Makes the files; as many as are asked for, one at a time. */
  readonly files: () => AsyncIterable<Uint8Array>;
}

/** A group of one file. */
export function hostile(
  name: string,
  outcomes: HostileGroup['outcomes'],
  make: () => Promise<Uint8Array>,
): HostileGroup {
  return {
    name,
    outcomes,
    async *files() {
      yield await make();
    },
  };
}
