import type { SharedTurns } from '../message/shared-turns.js';
import type { AccountHandler } from './operation.js';

/** The same handler; each of its calls begins in a turn of its own. A call whose client has left meanwhile is not begun. */
export function inSharedTurns(turns: SharedTurns, handler: AccountHandler): AccountHandler {
  return async (call) => {
    await turns.next(call.accountId);
    call.request.signal.throwIfAborted();
    return handler(call);
  };
}
