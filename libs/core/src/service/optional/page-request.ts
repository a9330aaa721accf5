/** Which page of a list is asked for. */
export interface PageRequest {
  /** How many entries at most, from 1 to 100. Default 20. */
  readonly limit?: number;
  /** The `nextCursor` of the page before. Default: the first page. */
  readonly cursor?: string | null;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** Throws RangeError: people's limits are judged by whoever asks in their name. */
export function pageLimit(limit: number = DEFAULT_LIMIT): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new RangeError(`limit must be a whole number from 1 to ${MAX_LIMIT}, not ${limit}`);
}
