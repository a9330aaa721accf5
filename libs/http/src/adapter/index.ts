// The parts for mounting the contract in a framework.
export { answerFetchRequest } from '../fetch/fetch-reply.js';
export { bodyParserRefusal } from '../message/body-headers.js';
export { asDialproofError, errorReply, refusalHeaders } from '../message/error-reply.js';
export { type HttpReply, type HttpRequest, jsonReply } from '../message/http-message.js';
export type { RequestFacts } from '../message/mount-path.js';
export {
  answerNodeRequest,
  type FrameworkReply,
  hasShortBody,
  sendNodeReply,
  takeOverReply,
} from '../node/node-reply.js';
export { NodeRequest, type NodeRequestFacts } from '../node/node-request.js';
export { oneAtATime } from '../node/one-at-a-time.js';
export { type WireTask, wireTask } from '../operations/tasks/task-shape.js';
export { networkOf, withoutPort } from '../rates/request-rates.js';
export { authenticatorOf } from '../sign-in/account-of-request.js';
