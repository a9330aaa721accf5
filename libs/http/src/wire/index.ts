// The operations of the contract, the shapes of what goes over the wire, and their description: for tools, tests and documents.

export {
  componentSchemas,
  type MediaObject,
  type OpenApiVersion,
  type WireSchema,
} from '../openapi/json-schemas.js';
export { type OpenApiDocument, type OpenApiOptions, openApiDocument } from '../openapi/openapi.js';
export {
  describeOperation,
  type OperationObject,
  type ParameterObject,
} from '../openapi/operation-object.js';
export type { HeaderObject, ResponseObject } from '../openapi/response-objects.js';
export type {
  EmptyReply,
  FileForm,
  JsonBody,
  JsonOrCsvReply,
  JsonReply,
  OperationBody,
  OperationReply,
  StreamReply,
} from '../operations/definition/content.js';
export type {
  AccountOperation,
  OpenOperation,
  Operation,
  OperationDescription,
} from '../operations/definition/define-operation.js';
export { itemSegment, requiredParameters } from '../operations/definition/operation-errors.js';
export { OPERATION_NAMES, OPERATIONS, type OperationName, type ReplyOf } from '../operations/operations.js';
export { componentBase, componentName, components, errorShape, type WireError } from './common-shapes.js';
export { ERROR_STATUS } from './error-status.js';
