import { createHttpContract, type HttpContractOptions, nodeAddress } from '@dialproof/http';
import { answerNodeRequest, bodyParserRefusal } from '@dialproof/http/adapter';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';

export type VerificationRouterOptions = HttpContractOptions<Request>;

/** The handlers for one `use` of Express. */
export interface VerificationRouter extends Array<RequestHandler | ErrorRequestHandler> {
  /** Ends the open event streams, as {@link HttpContract.close} does: for when a server begins to stop. Safe twice. */
  close(): void;
}

/**
 * The HTTP contract as Express handlers, to be given to `use`. It answers for its own paths (`/v1/...` below wherever it is mounted) and
 * leaves every other request to the host's next handlers. JSON that the host has parsed already is used; mount it in front of parsers of
 * uploads. A body that the host's parser has refused is answered in the form of the contract. Throws TypeError for bad options.
 */
export function verificationRouter(options: VerificationRouterOptions): VerificationRouter {
  const contract = createHttpContract({ ...options, address: options.address ?? nodeAddress });
  const answer: RequestHandler = (request, response, next) => {
    if (!answerNodeRequest(contract, request, response, { parsedBody: request.body })) next();
  };
  // A separate handler: Express calls one with four parameters for errors alone.
  const answerForParser: ErrorRequestHandler = (error, request, response, next) => {
    const refusal = bodyParserRefusal(error);
    if (refusal === undefined || !answerNodeRequest(contract, request, response, { parsedBody: refusal })) {
      next(error);
    }
  };
  return Object.assign([answer, answerForParser], { close: () => contract.close() });
}
