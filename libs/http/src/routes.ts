import { type TaskId, taskId } from '@dialproof/core';
import {
  type AccountOperation,
  type OpenOperation,
  type Operation,
  TASK_ID_SEGMENT,
  type TaskOperation,
} from './operations/operation.js';

/** An operation, with the task that the path names where it is one on a task. */
export type Route =
  | { readonly operation: OpenOperation | AccountOperation; readonly taskId: undefined }
  | { readonly operation: TaskOperation; readonly taskId: TaskId };

interface TaskPattern {
  readonly prefix: string;
  readonly suffix: string;
  readonly operation: TaskOperation;
}

/** Makes the function that finds the operation of a path, undefined for a path that belongs to the host. */
export function createRouteFinder(operations: readonly Operation[]): (path: string) => Route | undefined {
  const fixed = new Map<string, Route>();
  const patterns: TaskPattern[] = [];
  for (const operation of operations) {
    if (operation.access === 'task') patterns.push(taskPattern(operation));
    else fixed.set(operation.path, { operation, taskId: undefined });
  }
  return (path) => fixed.get(path) ?? findTaskRoute(patterns, path);
}

function taskPattern(operation: TaskOperation): TaskPattern {
  const [prefix = '', suffix = ''] = operation.path.split(TASK_ID_SEGMENT);
  return { prefix, suffix, operation };
}

function findTaskRoute(patterns: readonly TaskPattern[], path: string): Route | undefined {
  for (const { prefix, suffix, operation } of patterns) {
    if (!path.startsWith(prefix) || !path.endsWith(suffix)) continue;
    const segment = path.slice(prefix.length, path.length - suffix.length);
    if (segment !== '' && !segment.includes('/')) return { operation, taskId: taskId(decoded(segment)) };
  }
  return undefined;
}

/** An encoding that means nothing names no task, so it is left as it is and simply not found. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
