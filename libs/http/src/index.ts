export type { MountOptions } from './base-path.js';
export { authenticate } from './bearer.js';
export { createHttpContract, type HttpContract } from './contract.js';
export type { DiscardLimits, HttpContractOptions } from './contract-options.js';
export { asDialproofError, ERROR_STATUS, errorReply, refusalHeaders } from './error-reply.js';
export { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from './fetch-handler.js';
export { answerFetchRequest } from './fetch-reply.js';
export type { FetchRequestFacts } from './fetch-request.js';
export { bodyParserRefusal } from './host-body.js';
export { type HttpReply, type HttpRequest, jsonReply } from './http-message.js';
export { multerRefusal } from './multer-refusal.js';
export { type MulterRequest, multerUpload } from './multer-upload.js';
export { createNodeHandler, type NodeHandler, type NodeHandlerOptions } from './node-handler.js';
export { answerNodeRequest, sendNodeReply } from './node-reply.js';
export { NodeRequest, type NodeRequestFacts } from './node-request.js';
export type { OperationName } from './operations/operation.js';
export { type ParsedFile, ParsedUpload } from './parsed-upload.js';
export { type FrameworkReply, takeOverReply } from './take-over-reply.js';
export { type WireSchema, wireSchemas } from './wire-schemas.js';
export {
  accountShape,
  creditsShape,
  errorShape,
  registerBody,
  submissionShape,
  taskShape,
  verificationShape,
  verifyBody,
  type WireAccount,
  type WireCredits,
  type WireError,
  type WireSubmission,
  type WireTask,
  type WireVerification,
} from './wire-shapes.js';
