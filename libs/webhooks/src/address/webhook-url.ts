import { isIP } from 'node:net';
import { DialproofError } from '@dialproof/core';
import type { AddressRules } from './address-rules.js';

const MAX_URL_CHARS = 2_048;
/** Lower ports are refused, except 443: system services listen there. */
const FIRST_FREE_PORT = 1_024;
/** Names that only private networks resolve (RFC 6761, RFC 6762, RFC 8375). */
const OWN_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * The address of a webhook, as it is stored. Throws `invalid_webhook_url` with a hint for a malformed or forbidden one. A name is not
 * resolved here, but at each delivery, which then checks its addresses.
 */
export function readWebhookUrl(text: unknown, rules: AddressRules): string {
  if (typeof text !== 'string' || text.length > MAX_URL_CHARS) {
    throw refusal(`expected an address of at most ${MAX_URL_CHARS} characters`);
  }
  const url = parsed(text);
  if (url.protocol !== 'https:')
    throw refusal(`expected an address that begins with https:, found ${url.protocol}`);
  if (url.username !== '' || url.password !== '') {
    throw refusal('the address has a user or a password, which are not sent; verify the signature instead');
  }
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT) {
    throw refusal(`port ${url.port} is not called: use 443, or one from ${FIRST_FREE_PORT}`);
  }
  const host = hostOf(url);
  if (isIP(host) > 0 ? !rules.allows(host) : !rules.allowsOwnNetworks && isOwnName(host)) {
    throw refusal(`${host} is not a public address`);
  }
  url.hash = '';
  return url.href;
}

/** The name or IP address that a URL leads to. IPv6 addresses have no brackets in it. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function parsed(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw refusal('the address cannot be read: expected https://example.com/path, for instance');
  }
}

function isOwnName(host: string): boolean {
  return !host.includes('.') || OWN_NAMES.test(host);
}

function refusal(hint: string): DialproofError {
  return new DialproofError('invalid_webhook_url', { hint });
}
