/** Stored rows, numbers or answers cannot be read, and never will be. Any other error of a store may be temporary. */
export class DamagedRows extends RangeError {}

/** Decodes stored bytes with `read`, and turns its RangeErrors into {@link DamagedRows}. `read` must not call the store. */
export function decoded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedRows(error.message, { cause: error });
    throw error;
  }
}
