import type { ErrorCode } from '@dialproof/core';

/** Files that are sent one after the other to one service. */
export interface HostileGroup {
  readonly name: string;
  /** The allowed outcomes of each file: a refusal, or 'read'. */
  readonly outcomes: readonly (ErrorCode | 'read')[];
  /** Makes the files one at a time, on request. */
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
