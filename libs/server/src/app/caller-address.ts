import type { IncomingMessage } from 'node:http';
import { withoutPort } from '@dialproof/http/adapter';

/**
 * The address that a request came from. Each of `proxies` trusted proxies adds the address of its own caller to the end of X-Forwarded-For,
 * so everything further left was written by the caller and is not trusted. A port behind it is left out.
 */
export function callerAddress(request: IncomingMessage, proxies: number): string | undefined {
  const { remoteAddress } = request.socket;
  if (proxies === 0) return remoteAddress;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  const forwarded = hops.at(-proxies)?.trim();
  return forwarded === undefined || forwarded === '' ? remoteAddress : withoutPort(forwarded);
}
