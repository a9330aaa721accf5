import type { IncomingMessage, ServerResponse } from 'node:http';
import { DialproofError } from '@dialproof/core';
import { type MountOptions, readBasePath } from './base-path.js';
import { createHttpContract } from './contract.js';
import type { HttpContractOptions } from './contract-options.js';
import { answerNodeRequest, sendNodeReply } from './node-reply.js';

export interface NodeHandlerOptions extends HttpContractOptions, MountOptions {}

/** Answers a request of node:http. `request.body` is what a body parser of the host has left, if there is one. */
export type NodeHandler = (
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
  next?: () => void,
) => void;

/**
 * The HTTP contract as a listener of `http.createServer`, and as a handler for whatever has a `use` like Connect's. Paths that are not
 * the contract's go to `next`; without one, nobody else is there to answer, and they are `not_found`. Throws TypeError for bad
 * options.
 */
export function createNodeHandler({ basePath, ...options }: NodeHandlerOptions): NodeHandler {
  const contract = createHttpContract(options);
  const mount = readBasePath(basePath);
  return (request, response, next) => {
    const facts = { parsedBody: request.body, basePath: mount };
    if (answerNodeRequest(contract, request, response, facts)) return;
    if (next !== undefined) return next();
    const reply = contract.refuse(new DialproofError('not_found'));
    sendNodeReply(reply, request, response, contract.discard);
  };
}
