export { createHttpContract, type HttpContract } from './contract/contract.js';
export type { ContractObserver, ObservedRequest } from './contract/contract-observer.js';
export type { HttpContractOptions } from './contract/contract-options.js';
export type { CorsOptions } from './contract/cross-origin.js';
export type { DiscardLimits } from './contract/discard-rest.js';
export { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from './fetch/fetch-handler.js';
export type { MountOptions } from './message/mount-path.js';
export {
  createNodeHandler,
  type NodeHandler,
  type NodeHandlerOptions,
  nodeAddress,
} from './node/node-handler.js';
export { type OpenApiDocument, type OpenApiOptions, openApiDocument } from './openapi/openapi.js';
export { OPERATION_NAMES, OPERATIONS, type OperationName, type ReplyOf } from './operations/operations.js';
export type { ContractWebhooks } from './operations/webhooks/contract-webhooks.js';
export type {
  CounterFactory,
  PolicyName,
  RateCount,
  RateCounter,
  RateLimits,
  RatePolicy,
} from './rates/rate-limits.js';
export type { AccountOfRequest, NamedAccount } from './sign-in/account-of-request.js';
export { ERROR_STATUS } from './wire/error-status.js';
