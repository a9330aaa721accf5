/** The requested page of a list. */
export interface PageRequest {
  /** How many entries at most, from 1 to 100. Default 20. */
  readonly limit?: number;
  /** The `nextCursor` of the page before. Default: the first page. */
  readonly cursor?: string | null;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** Returns the limit or its default. Throws RangeError for an invalid one: limits of users have to be validated before. */
export function pageLimit(limit: number = DEFAULT_LIMIT): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new RangeError(`limit must be a whole number from 1 to ${MAX_LIMIT}, not ${limit}`);
}
