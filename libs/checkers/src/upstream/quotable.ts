/** The text if an answer or an error may quote it; undefined if it holds a secret. */
export type Quotable = (text: string | undefined) => string | undefined;

/**
 * Upstreams quote what they were sent, headers and addresses among it. A text that holds a secret of the request, as it is or encoded, is not
 * quoted at all: what is left of it would say little. Only quotations are judged. The reply itself stays whole, since a short secret may also
 * stand in a number or in a status. Letter case is ignored, because encodings and proxies change it.
 */
export function quotableBut(secrets: readonly string[]): Quotable {
  const forms = secrets.flatMap(formsOf).map((form) => form.toLowerCase());
  return (text) => {
    const lower = text?.toLowerCase();
    return forms.some((form) => lower?.includes(form)) ? undefined : text;
  };
}

/** The secret as it is, and as an address, a form, JSON, HTML, base64 and hexadecimal digits write it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    inJson,
    inJson.replaceAll('/', '\\/'),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    // Without its padding, which may be left out, and without what depends on the bytes behind it.
    bytes.toString('base64').replace(/.?=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return [...new Set(forms)];
}
