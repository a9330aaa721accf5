import { DialproofError } from '@dialproof/core';

/** The parameters of a query that have one of these names; others are ignored. A name that comes twice is `malformed_request`. */
export function queryParameters<Name extends string>(
  query: string,
  names: readonly Name[],
): ReadonlyMap<Name, string> {
  const found = new Map<Name, string>();
  if (query === '') return found;
  const parameters = new URLSearchParams(query);
  for (const name of names) {
    const values = parameters.getAll(name);
    if (values.length > 1) {
      throw new DialproofError('malformed_request', { hint: `the query has "${name}" twice` });
    }
    if (values[0] !== undefined) found.set(name, values[0]);
  }
  return found;
}
