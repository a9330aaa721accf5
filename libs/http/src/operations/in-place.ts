import type { AccountId, Clock } from '@dialproof/core';
import { Transfer } from '../message/transfer.js';
import { untilOver } from '../message/watched-content.js';
import type { PlaceHolder } from '../rates/account-places.js';
import type { AccountHandler } from './operation.js';

export interface PlaceParts {
  /** Gives the call a place, see {@link AccountPlaces.enter}. */
  enter(accountId: AccountId, holder: PlaceHolder): () => void;
  readonly clock: Clock;
  readonly stallTimeoutMs: number;
}

/**
 * The same handler, each of its calls in a place of its account. The place is taken before the store is read, so that a refusal costs
 * little. It is given back when the reply's stream has ended or broken off, or at once if the reply is no stream.
 */
export function inPlace(
  { clock, enter, stallTimeoutMs }: PlaceParts,
  handler: AccountHandler,
): AccountHandler {
  return async (call) => {
    const transfer = new Transfer({ clock, timeoutMs: stallTimeoutMs });
    const leave = enter(call.accountId, transfer);
    try {
      const reply = await handler(call);
      if (typeof reply.body === 'string') {
        leave();
        return reply;
      }
      const content = untilOver(reply.body, leave, call.request.signal);
      return { ...reply, body: transfer.send(content), stalled: transfer.stalled };
    } catch (error) {
      leave();
      throw error;
    }
  };
}
