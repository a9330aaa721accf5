/** How many callers meet in the cases about that: more than a pool has connections, as in a busy process. */
const CALLERS = 50;

/** Makes the same call for 50 callers at once, and resolves to their results. None of them may be refused because of the others. */
export function byManyCallers<Result>(call: (caller: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
}
