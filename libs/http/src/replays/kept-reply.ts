import type { HttpReply } from '../message/http-message.js';
import type { WithheldMember } from './once.js';

/** The stored form of a reply. */
export function encodedReply(reply: HttpReply, withheld: WithheldMember | undefined): Uint8Array {
  const { status, headers, body } = reply;
  if (typeof body !== 'string') throw new TypeError('only a reply that is complete can be kept');
  const kept = withheld === undefined ? body : withMember(body, withheld.name, null);
  return Buffer.from(JSON.stringify({ status, headers, body: kept }));
}

/** A kept reply, as a repeat gets it. */
export async function replayedReply(
  bytes: Uint8Array,
  withheld: WithheldMember | undefined,
): Promise<HttpReply> {
  // Written by `encodedReply`, or by an earlier version of it.
  const { status, headers, body } = JSON.parse(Buffer.from(bytes).toString()) as {
    readonly status: number;
    readonly headers: HttpReply['headers'];
    readonly body: string;
  };
  const whole = withheld === undefined ? body : withMember(body, withheld.name, await withheld.find());
  return {
    status,
    headers: {
      ...headers,
      'content-length': String(Buffer.byteLength(whole)),
      'idempotency-replayed': 'true',
    },
    body: whole,
  };
}

/** The JSON object with this member instead, in the same place. */
function withMember(body: string, name: string, value: unknown): string {
  return JSON.stringify({ ...JSON.parse(body), [name]: value });
}
