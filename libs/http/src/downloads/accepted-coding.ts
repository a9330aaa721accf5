/**
 * One of the codings in an Accept-Encoding header, with its weight if it has one. Space around it is trimmed before: a pattern with two
 * adjacent optional spaces tries every division of a run of spaces.
 */
const LISTED = /^([\w*-]+)(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?$/i;

/** Whether the value of an `Accept-Encoding` header (RFC 9110, 12.5.3) asks for gzip. Without the header, the content is sent uncompressed. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  let anything = 0;
  for (const listed of acceptEncoding?.split(',') ?? []) {
    const [, coding = '', weight = '1'] = LISTED.exec(listed.trim()) ?? [];
    if (/^(?:x-)?gzip$/i.test(coding)) return Number(weight) > 0;
    if (coding === '*') anything = Number(weight);
  }
  return anything > 0;
}
