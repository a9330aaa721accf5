import { DialproofError } from '@dialproof/core';
import { createHttpContract } from '../contract/contract.js';
import type { HttpContractOptions } from '../contract/contract-options.js';
import { type MountOptions, readBasePath } from '../message/base-path.js';
import { answerFetchRequest, fetchResponse } from './fetch-reply.js';
import { FetchRequest } from './fetch-request.js';

export interface FetchHandlerOptions extends HttpContractOptions<Request>, MountOptions {}

/** Answers a `Request`. Further arguments of a runtime are ignored. */
type AnswerFetch = (request: Request) => Promise<Response>;

export interface FetchHandler extends AnswerFetch {
  /** Ends the open event streams, as {@link HttpContract.close} does: for when a server begins to stop. Safe twice. */
  close(): void;
}

/**
 * The HTTP contract as a handler of the Fetch standard, for hosts that have nothing else below its mount: paths that are not in the
 * contract are `not_found`. Its promises never reject. Throws TypeError for bad options.
 */
export function createFetchHandler({ basePath, ...options }: FetchHandlerOptions): FetchHandler {
  const contract = createHttpContract(options);
  const facts = { basePath: readBasePath(basePath) };
  const answer: AnswerFetch = async (request) => {
    const response = await answerFetchRequest(contract, request, facts);
    if (response !== undefined) return response;
    const reply = contract.refuse(new DialproofError('not_found'));
    return fetchResponse(reply, new FetchRequest(request), contract.discard);
  };
  return Object.assign(answer, { close: () => contract.close() });
}
