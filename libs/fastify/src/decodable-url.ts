import type { IncomingMessage } from 'node:http';

/**
 * The URL of a request as Fastify can decode it, for Fastify's option `rewriteUrl`: in a path with a percent encoding that means nothing
 * (`%zz`), the percent signs stand for themselves. Fastify answers such a path before it asks any plugin; rewritten, it is found or
 * not found like any other.
 */
export function decodableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '', ...query] = url.split('?');
  if (canBeDecoded(path)) return url;
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

function canBeDecoded(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
