import type { AccountId } from '@dialproof/core';
import type { HttpReply, HttpRequest } from '../../message/http-message.js';
import { Transfer, type TransferOptions } from '../../message/transfer.js';
import { untilOver } from '../../message/watched-content.js';
import type { AccountSlots } from '../../rates/account-slots.js';

export interface SlotCall {
  readonly accountId: AccountId;
  readonly request: HttpRequest;
}

/**
 * Makes a reply in a slot of its account. The slot is taken before the store is read, so that a refusal costs little. It is released when
 * the reply's stream has ended or broken off, or at once if the reply is no stream.
 */
export async function inSlot(
  { accountId, request }: SlotCall,
  slots: AccountSlots,
  options: TransferOptions,
  answer: () => Promise<HttpReply>,
): Promise<HttpReply> {
  const release = slots.take(accountId);
  try {
    const reply = await answer();
    if (typeof reply.body === 'string') {
      release();
      return reply;
    }
    const transfer = new Transfer(options);
    const content = untilOver(reply.body, release, request.signal);
    return { ...reply, body: transfer.send(content), stalled: transfer.stalled };
  } catch (error) {
    release();
    throw error;
  }
}
