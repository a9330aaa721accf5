import type { HttpReply } from '../message/http-message.js';
import type { WithheldMembers } from './once.js';

/** The stored form of a reply. */
export function encodedReply(reply: HttpReply, withheld: WithheldMembers | undefined): Uint8Array {
  const { status, headers, body } = reply;
  if (typeof body !== 'string') throw new TypeError('only a reply that is complete can be kept');
  const kept = withheld === undefined ? body : withMembers(body, withheld.names, {});
  return Buffer.from(JSON.stringify({ status, headers, body: kept }));
}

/** A kept reply, as a repeat gets it. */
export async function replayedReply(
  bytes: Uint8Array,
  withheld: WithheldMembers | undefined,
): Promise<HttpReply> {
  // Written by `encodedReply`, or by an earlier version of it.
  const { status, headers, body } = JSON.parse(Buffer.from(bytes).toString()) as {
    readonly status: number;
    readonly headers: HttpReply['headers'];
    readonly body: string;
  };
  const whole = withheld === undefined ? body : withMembers(body, withheld.names, await withheld.find());
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

/** The JSON object with these members of another one, or null, in their places. */
function withMembers(body: string, names: readonly string[], values: object): string {
  const members = names.map((name) => [name, Reflect.get(values, name) ?? null]);
  return JSON.stringify({ ...JSON.parse(body), ...Object.fromEntries(members) });
}
