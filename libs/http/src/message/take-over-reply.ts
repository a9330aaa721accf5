import type { ServerResponse } from 'node:http';

/** A reply as Fastify has it, over node:http's own; or node:http's own, which has neither `raw` nor `hijack`. */
export interface FrameworkReply {
  readonly raw?: ServerResponse;
  hijack?(): unknown;
  getHeaders(): Readonly<Record<string, number | string | string[] | undefined>>;
}

/**
 * Keeps a framework from sending a reply of its own, and gives node:http's the headers that the host's hooks and plugins have left with
 * it. Nothing has to be done for a framework whose reply is node:http's own.
 */
export function takeOverReply(reply: FrameworkReply): void {
  if (reply.hijack === undefined || reply.raw === undefined) return;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}
