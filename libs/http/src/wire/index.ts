// The contract's words alone, without Node: for clients, pages and tools.
export { ERROR_STATUS } from './error-status.js';
export { componentSchemas, type OpenApiVersion, type WireSchema } from './json-schemas.js';
export type { MediaObject } from './media-objects.js';
export { type OpenApiDocument, type OpenApiOptions, openApiDocument } from './openapi.js';
export { describeOperation, type OperationObject, type ParameterObject } from './operation-object.js';
export { downloadQuery, fileSettings, listQuery, statementQuery, submitSettings } from './queries.js';
export type { HeaderObject, ResponseObject } from './response-objects.js';
export type { RouteBody, RouteContent, RouteDescription, RouteReply } from './route.js';
export {
  errorCodes,
  itemSegment,
  OPERATION_NAMES,
  type OperationName,
  ROUTES,
  takesIdempotencyKey,
} from './routes.js';
export * from './shapes.js';
