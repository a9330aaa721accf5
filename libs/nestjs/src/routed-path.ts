import { itemSegment } from '@dialproof/http';

/**
 * The contract's own path in a request that a router has led to `template`: the path's last N segments, N being the template's length,
 * whatever stands in front of them (a global prefix, a version, a mount). Undefined when it is not the contract's path to the letter:
 * routers of Express take another case and a slash at the end for the same, and the contract leaves those to the host.
 */
export function routedPath(template: string, url: string): string | undefined {
  const path = url.split('?', 1)[0] ?? '';
  const wanted = template.split('/').slice(1);
  const segments = path.split('/').slice(-wanted.length);
  const isTemplate = wanted.every((segment, index) =>
    itemSegment(segment) === undefined ? segment === segments[index] : segments[index] !== '',
  );
  return isTemplate ? `/${segments.join('/')}` : undefined;
}

/** The template as routers have it: `:task_id` for `{task_id}`. */
export function routerPath(template: string): string {
  return template.replace(/\{(\w+)\}/, ':$1');
}
