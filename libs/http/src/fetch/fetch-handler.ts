import { DialproofError } from '@dialproof/core';
import { createHttpContract } from '../contract/contract.js';
import type { HttpContractOptions } from '../contract/contract-options.js';
import { type MountOptions, readBasePath } from '../message/mount-path.js';
import { answerFetchRequest, fetchResponse } from './fetch-reply.js';
import { FetchRequest } from './fetch-request.js';

export interface FetchHandlerOptions extends Omit<HttpContractOptions<Request>, 'address'>, MountOptions {
  /**
   * The address of a request, as in {@link HttpContractOptions.address}. `info` is the second argument with which the runtime has called
   * the handler; a Request itself does not have the address. Needed by the limits of `rates` that count by address.
   */
  address?(request: Request, info: unknown): string | undefined;
}

/** Answers a `Request`. `info` is the runtime's second argument, for the option `address`. */
type AnswerFetch = (request: Request, info?: unknown) => Promise<Response>;

export interface FetchHandler extends AnswerFetch {
  /** Ends the open event streams, as {@link HttpContract.close} does: for when a server begins to stop. Safe twice. */
  close(): void;
}

/**
 * The HTTP contract as a handler of the Fetch standard, for hosts that have nothing else below its mount: paths that are not in the
 * contract are `not_found`. Its promises never reject. Throws TypeError for bad options.
 */
export function createFetchHandler({ basePath, address, ...options }: FetchHandlerOptions): FetchHandler {
  const infos = new WeakMap<Request, unknown>();
  const contract = createHttpContract({
    ...options,
    ...(address === undefined ? {} : { address: (request: Request) => address(request, infos.get(request)) }),
  });
  const facts = { basePath: readBasePath(basePath) };
  const answer: AnswerFetch = async (request, info) => {
    if (address !== undefined) infos.set(request, info);
    const response = await answerFetchRequest(contract, request, facts);
    if (response !== undefined) return response;
    const reply = contract.refuse(new DialproofError('not_found'));
    return fetchResponse(reply, new FetchRequest(request), contract.discard);
  };
  return Object.assign(answer, { close: () => contract.close() });
}
