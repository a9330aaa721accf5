import { WEBHOOK_PATHS } from './evidence/webhooks.js';

const FIXED: ReadonlySet<string> = new Set([
  '/v1/verify',
  '/v1/verify/batch',
  '/v1/credits',
  '/v1/accounts',
  '/healthz',
  '/readyz',
  ...Object.values(WEBHOOK_PATHS),
]);
const TASK = /^\/v1\/verify\/tasks\/[^/]+(\/download|\/events)?$/;

/** Where a request goes as logs may have it: a path that exists without what stands in it, and nothing of any other, which may hold a number. */
export function routePattern(url: string): string {
  const [path = ''] = url.split('?', 1);
  const inner = path.startsWith('/v1/v1/') ? path.slice('/v1'.length) : path;
  if (FIXED.has(inner)) return inner;
  const task = TASK.exec(inner);
  return task === null ? 'other' : `/v1/verify/tasks/{task_id}${task[1] ?? ''}`;
}
