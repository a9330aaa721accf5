import type { IncomingHttpHeaders } from 'node:http';

/** The header that the page sends with every request when its users are signed in by a cookie. */
export const DASHBOARD_HEADER = 'dialproof-dashboard';

/**
 * Whether a request comes from the dashboard, and not from a foreign page, with whose requests the browser also sends the cookie. A host
 * that recognises users by a cookie calls this before it names an account. A page of another origin cannot send a header of this name
 * unless CORS allows it, and `Sec-Fetch-Site`, which pages cannot set, exposes one that may (OWASP, Cross-Site Request Forgery Prevention:
 * custom request headers, Fetch metadata).
 */
export function cameFromDashboard({ headers }: { readonly headers: IncomingHttpHeaders | Headers }): boolean {
  const header = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]);
  return header(DASHBOARD_HEADER) === '1' && (header('sec-fetch-site') ?? 'same-origin') === 'same-origin';
}
