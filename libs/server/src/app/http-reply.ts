import type { ServerResponse } from 'node:http';

/**
 * The end of every content security policy of this server. `default-src` covers only the first of them, which is still named, since
 * scanners look for it.
 */
export const POLICY_END = "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Without a package: six lines are enough for an API of JSON and CSV, and a package for web pages would set twice as many, most of them
// without an effect here.
/** On every reply, the refusals included that are written to a socket before there is a request. */
export const SECURITY_HEADERS = [
  ['cache-control', 'no-store'],
  ['content-security-policy', `default-src 'none'; ${POLICY_END}`],
  ['cross-origin-resource-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
] as const;

export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}
