import type { OperationCall } from './operation-call.js';

/** Does the work of a call in a turn of its own. A call whose client has left meanwhile is not begun. */
export async function inSharedTurn<Result>(
  { accountId, parts, request }: Pick<OperationCall<unknown, unknown>, 'accountId' | 'parts' | 'request'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await parts.turns.next(accountId);
  request.signal.throwIfAborted();
  return work();
}
