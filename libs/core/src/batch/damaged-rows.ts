/** Stored rows, numbers or answers cannot be read, at this try or at a later one. Any other error of a store may pass. */
export class DamagedRows extends RangeError {}

/** Decodes what a store has returned. A RangeError is then damage: `read` must call nothing that may be away. */
export function decoded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedRows(error.message, { cause: error });
    throw error;
  }
}
