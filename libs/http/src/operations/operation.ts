import type { AccountId, TaskId } from '@dialproof/core';
import type { HttpReply, HttpRequest } from '../http-message.js';

/** Stands in a path for the one segment that names a task. */
export const TASK_ID_SEGMENT = '{task_id}';

export type OperationName = 'verify' | 'submit' | 'poll' | 'download' | 'events' | 'credits' | 'register';

interface Endpoint {
  readonly name: OperationName;
  readonly method: 'GET' | 'POST';
  /** Below the mount. */
  readonly path: string;
}

/** An operation for anyone. */
export interface OpenOperation extends Endpoint {
  readonly access: 'open';
  run(request: HttpRequest): Promise<HttpReply>;
}

/** An operation of whoever is authenticated. */
export interface AccountOperation extends Endpoint {
  readonly access: 'account';
  run(request: HttpRequest, accountId: AccountId): Promise<HttpReply>;
}

/** An operation on a task of whoever is authenticated. Its path has a {@link TASK_ID_SEGMENT}. */
export interface TaskOperation extends Endpoint {
  readonly access: 'task';
  run(request: HttpRequest, accountId: AccountId, taskId: TaskId): Promise<HttpReply>;
}

/** One thing that can be asked for over HTTP. */
export type Operation = OpenOperation | AccountOperation | TaskOperation;
