import { DialproofError } from '@dialproof/core';
import type { HttpRequest } from '../message/http-message.js';

/** `none`: a person has typed the address or opened a bookmark. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * The refusal of a request that a page of another origin has caused. Undefined for every other request. Browsers add cookies and other
 * credentials of their own to it, so it must not be taken for a request of the user (OWASP, Cross-Site Request Forgery Prevention: Fetch
 * metadata, verifying origin). A page of the same site but another origin is such a page too, since a site's other hosts may be somebody
 * else's. Links are allowed: only the person who follows a link reads the result, not the page with the link.
 */
export function crossSiteRefusal(
  request: HttpRequest,
  trustedOrigins: ReadonlySet<string>,
): DialproofError | undefined {
  const found = foreignSender(request);
  const origin = request.header('origin');
  if (found === undefined || isLink(request) || (origin !== undefined && trustedOrigins.has(origin))) {
    return undefined;
  }
  return new DialproofError('cross_site_request', {
    hint: `a page of another origin has sent this request (${found}): use a token, or let the operator add the page to trustedOrigins`,
  });
}

/**
 * The header that names another sender; undefined if none does. Programs, and browsers from before 2020, may send neither of the two
 * headers.
 */
function foreignSender(request: HttpRequest): string | undefined {
  const site = request.header('sec-fetch-site');
  if (site !== undefined) return OWN_SITES.has(site) ? undefined : 'Sec-Fetch-Site';
  const origin = request.header('origin');
  if (origin === undefined) return undefined;
  return isOwnOrigin(origin, request.header('host') ?? '') ? undefined : 'Origin';
}

/**
 * Whether `Host` is the host of the origin. It is read with the origin's scheme: a proxy may have changed the scheme, and may have added
 * the scheme's default port, which origins leave out. `null` is an origin that the browser hides.
 */
function isOwnOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin) || !/^[^/\\?#@\s]+$/.test(host)) return false;
  const sender = new URL(origin);
  const own = `${sender.protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === sender.host;
}

/** Whether somebody follows a link to a new document, not within a frame: this reads, and shows nothing to the page with the link. */
function isLink(request: HttpRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') && request.header('sec-fetch-dest') === 'document'
  );
}
