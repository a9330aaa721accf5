// The contract's words alone, without Node: for clients, pages and tools.
export { ERROR_STATUS } from './error-status.js';
export { componentSchemas, type OpenApiVersion, type WireSchema } from './json-schemas.js';
export {
  describeOperation,
  type MediaObject,
  type OpenApiDocument,
  type OpenApiOptions,
  type OperationObject,
  openApiDocument,
  type ParameterObject,
  type ResponseObject,
} from './openapi.js';
export { downloadQuery, fileSettings, listQuery } from './queries.js';
export type { RouteBody, RouteContent, RouteDescription, RouteReply } from './route.js';
export {
  errorCodes,
  itemSegment,
  OPERATION_NAMES,
  type OperationName,
  ROUTES,
  takesIdempotencyKey,
} from './routes.js';
export {
  accountShape,
  creditsShape,
  errorShape,
  registerBody,
  submissionShape,
  taskPageShape,
  taskShape,
  verificationShape,
  verifyBody,
  type WireAccount,
  type WireCredits,
  type WireError,
  type WireSubmission,
  type WireTask,
  type WireTaskPage,
  type WireVerification,
} from './shapes.js';
