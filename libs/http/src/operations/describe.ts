import { type HttpReply, jsonReply } from '../message/http-message.js';
import type { OpenHandler } from './operation.js';

/** `GET /v1/openapi.json`: the description of this server, which stays the same while it runs. */
export function describeHandler(document: () => object): OpenHandler {
  let reply: HttpReply | undefined;
  return async () => {
    reply ??= documentReply(document());
    return reply;
  };
}

/** It has no data of an account, so anyone may cache it for a while. */
function documentReply(document: object): HttpReply {
  const reply = jsonReply(200, document);
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'public, max-age=300' } };
}
