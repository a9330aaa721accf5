import type { IncomingMessage, ServerResponse } from 'node:http';
import { DialproofError } from '@dialproof/core';
import { createHttpContract } from '../contract/contract.js';
import type { HttpContractOptions } from '../contract/contract-options.js';
import { type MountOptions, readBasePath } from '../message/mount-path.js';
import { answerNodeRequest, sendNodeReply } from './node-reply.js';

export interface NodeHandlerOptions extends HttpContractOptions<IncomingMessage>, MountOptions {}

/** Answers a request of node:http. `request.body` is the result of the host's body parser, if there is one. */
type AnswerNode = (
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
  next?: () => void,
) => void;

export interface NodeHandler extends AnswerNode {
  /** Ends the open event streams, as {@link HttpContract.close} does: for when a server begins to stop. Safe twice. */
  close(): void;
}

/**
 * The HTTP contract as a listener of `http.createServer`, and as a handler for frameworks with a `use` like Connect's. Paths that are not
 * in the contract go to `next`; without `next` they are `not_found`. Throws TypeError for bad options.
 */
export function createNodeHandler({ basePath, ...options }: NodeHandlerOptions): NodeHandler {
  const contract = createHttpContract({ ...options, address: options.address ?? nodeAddress });
  const mount = readBasePath(basePath);
  const answer: AnswerNode = (request, response, next) => {
    const facts = { parsedBody: request.body, basePath: mount };
    if (answerNodeRequest(contract, request, response, facts)) return;
    if (next !== undefined) next();
    else sendNodeReply(contract.refuse(new DialproofError('not_found')), request, response, contract.discard);
  };
  return Object.assign(answer, { close: () => contract.close() });
}

/**
 * The caller's address of a request of node:http or of a framework over it. Express and Fastify find it by their `trust proxy` settings and
 * have it as `ip`. For all other requests it is the address of the connection, which may be a proxy's.
 */
export function nodeAddress(request: object): string | undefined {
  const { ip, socket }: { readonly ip?: unknown; readonly socket?: unknown } = request;
  if (typeof ip === 'string') return ip;
  const address: unknown = Reflect.get(Object(socket), 'remoteAddress');
  return typeof address === 'string' ? address : undefined;
}
