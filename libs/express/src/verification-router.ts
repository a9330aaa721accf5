import { answerNodeRequest, createHttpContract, type HttpContractOptions } from '@dialproof/http';
import type { RequestHandler } from 'express';

export type VerificationRouterOptions = HttpContractOptions;

/**
 * The HTTP contract as an Express handler. It answers for its own paths (`/v1/...` below wherever it is mounted) and leaves every
 * other request to what the host has after it. A body that the host has parsed already is used. Throws TypeError for bad options.
 */
export function verificationRouter(options: VerificationRouterOptions): RequestHandler {
  const contract = createHttpContract(options);
  return (request, response, next) => {
    if (!answerNodeRequest(contract, request, response, request.body)) next();
  };
}
