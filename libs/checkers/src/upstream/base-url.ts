/**
 * Reads an upstream's base address, and returns it without slashes at its end. It must be `https:`, since credentials and customers' numbers
 * go there; `http:` is for this machine alone. Throws TypeError; the message holds no part of the address, which may carry a password.
 */
export function readBaseUrl(name: string, text: string): string {
  if (!URL.canParse(text)) throw new TypeError(`option ${name} must be an address such as https://host`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new TypeError(`option ${name} must begin with https://; http:// is for this machine alone`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(`option ${name} must not hold a user name or a password`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new TypeError(`option ${name} must not hold a query or a fragment`);
  }
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
