import type { OperationCall } from './operation-call.js';

/**
 * Does work that takes milliseconds of the processor in a turn of the event loop of its own, see {@link OneATurn}. The work of a call whose
 * client has left meanwhile is not begun.
 */
export async function inOwnTurn<Result>(
  { parts, request }: Pick<OperationCall<unknown, unknown>, 'parts' | 'request'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await parts.turns.next();
  request.signal.throwIfAborted();
  return work();
}
