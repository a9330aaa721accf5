import {
  answerNodeRequest,
  bodyParserRefusal,
  createHttpContract,
  type HttpContractOptions,
} from '@dialproof/http';
import type { ErrorRequestHandler, RequestHandler } from 'express';

export type VerificationRouterOptions = HttpContractOptions;

/**
 * The HTTP contract as Express handlers, to be given to `use`. It answers for its own paths (`/v1/...` below wherever it is mounted)
 * and leaves every other request to what the host has after it. A body that the host has parsed already is used; one that its
 * parser has refused is answered for as the contract has it. Throws TypeError for bad options.
 */
export function verificationRouter(
  options: VerificationRouterOptions,
): (RequestHandler | ErrorRequestHandler)[] {
  const contract = createHttpContract(options);
  const answer: RequestHandler = (request, response, next) => {
    if (!answerNodeRequest(contract, request, response, { parsedBody: request.body })) next();
  };
  // A handler of its own, since Express takes one with four parameters for errors and nothing else.
  const answerForParser: ErrorRequestHandler = (error, request, response, next) => {
    const refusal = bodyParserRefusal(error);
    if (refusal === undefined || !answerNodeRequest(contract, request, response, { parsedBody: refusal })) {
      next(error);
    }
  };
  return [answer, answerForParser];
}
