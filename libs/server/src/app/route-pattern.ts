import { OPERATION_NAMES, OPERATIONS } from '@dialproof/http';
import { itemSegment } from '@dialproof/http/wire';
import { WEBHOOK_PATHS } from '../evidence/webhooks.js';
import { METRICS_PATH } from '../measuring/metrics.js';
import { DOCS_PATH } from './api-docs.js';

const PAGE_PATH = '/';
const PAGE_FILES = '/assets';

const TEMPLATES = [...new Set(OPERATION_NAMES.map((name): string => OPERATIONS[name].path))];
const FIXED: ReadonlySet<string> = new Set([
  ...TEMPLATES.filter((template) => itemSegment(template) === undefined),
  PAGE_PATH,
  '/healthz',
  '/readyz',
  METRICS_PATH,
  ...Object.values(WEBHOOK_PATHS),
]);
const ITEMS = TEMPLATES.filter((template) => !FIXED.has(template)).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/, '[^/]+')}$`),
}));

/** The route of a request for logs: the pattern of a known path, and nothing of any other path, which may contain a number. */
export function routePattern(url: string): string {
  const [path = ''] = url.split('?', 1);
  const inner = path.startsWith('/v1/v1/') ? path.slice('/v1'.length) : path;
  if (FIXED.has(inner)) return inner;
  if (inner.startsWith(`${DOCS_PATH}/`)) return DOCS_PATH;
  if (inner.startsWith(`${PAGE_FILES}/`)) return PAGE_FILES;
  return ITEMS.find(({ pattern }) => pattern.test(inner))?.template ?? 'other';
}
