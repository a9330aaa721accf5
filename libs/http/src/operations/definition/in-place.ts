import type { AccountId, Clock } from '@dialproof/core';
import type { HttpReply, HttpRequest } from '../../message/http-message.js';
import { Transfer } from '../../message/transfer.js';
import { untilOver } from '../../message/watched-content.js';
import type { PlaceHolder } from '../../rates/account-places.js';

export interface PlacedCall {
  readonly accountId: AccountId;
  readonly request: HttpRequest;
  readonly parts: { readonly clock: Clock; readonly stallTimeoutMs: number };
}

/**
 * Makes a reply in a place of its account, which `enter` gives, see {@link AccountPlaces.enter}. The place is taken before the store is read,
 * so that a refusal costs little. It is given back when the reply's stream has ended or broken off, or at once if the reply is no stream.
 */
export async function inPlace(
  { accountId, request, parts }: PlacedCall,
  enter: (accountId: AccountId, holder: PlaceHolder) => () => void,
  answer: () => Promise<HttpReply>,
): Promise<HttpReply> {
  const transfer = new Transfer({ clock: parts.clock, timeoutMs: parts.stallTimeoutMs });
  const leave = enter(accountId, transfer);
  try {
    const reply = await answer();
    if (typeof reply.body === 'string') {
      leave();
      return reply;
    }
    const content = untilOver(reply.body, leave, request.signal);
    return { ...reply, body: transfer.send(content), stalled: transfer.stalled };
  } catch (error) {
    leave();
    throw error;
  }
}
