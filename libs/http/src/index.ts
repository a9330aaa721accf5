export { createHttpContract, type HttpContract } from './contract/contract.js';
export type { ContractObserver, ObservedRequest } from './contract/contract-observer.js';
export type { DiscardLimits, HttpContractOptions } from './contract/contract-options.js';
export type { CorsOptions } from './contract/cross-origin.js';
export { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from './fetch/fetch-handler.js';
export { answerFetchRequest } from './fetch/fetch-reply.js';
export type { MountOptions } from './message/base-path.js';
export { asDialproofError, errorReply, refusalHeaders } from './message/error-reply.js';
export { bodyParserRefusal } from './message/host-body.js';
export { type HttpReply, type HttpRequest, jsonReply } from './message/http-message.js';
export type { RequestFacts } from './message/request-facts.js';
export { type FrameworkReply, takeOverReply } from './message/take-over-reply.js';
export { deferContinue, sendContinue } from './node/deferred-continue.js';
export { nodeAddress } from './node/node-address.js';
export { createNodeHandler, type NodeHandler, type NodeHandlerOptions } from './node/node-handler.js';
export { answerNodeRequest, hasShortBody, sendNodeReply } from './node/node-reply.js';
export { NodeRequest, type NodeRequestFacts } from './node/node-request.js';
export { oneAtATime } from './node/one-at-a-time.js';
export { type WireTask, wireTask } from './operations/tasks/task-shape.js';
export type { ContractWebhooks } from './operations/webhooks/contract-webhooks.js';
export { networkOf, withoutPort } from './rates/network-of.js';
export type {
  CounterFactory,
  PolicyName,
  RateCount,
  RateCounter,
  RateLimits,
  RatePolicy,
} from './rates/rate-limits.js';
export { memoryCounter } from './rates/request-rates.js';
export { type AccountOfRequest, authenticatorOf, type NamedAccount } from './sign-in/account-of-request.js';
export { authenticate } from './sign-in/bearer.js';
export { multerRefusal } from './uploads/multer-refusal.js';
export { type MulterRequest, multerUpload } from './uploads/multer-upload.js';
export { type ParsedFile, ParsedUpload } from './uploads/parsed-upload.js';
export * from './wire/index.js';
