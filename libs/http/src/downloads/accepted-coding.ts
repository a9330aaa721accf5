/**
 * One of the codings in an Accept-Encoding header, with how much it is wanted, if that is said. Space around it is trimmed before: a pattern with
 * two optional spaces side by side tries each way to share a run of them.
 */
const LISTED = /^([\w*-]+)(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?$/i;

/** Whether the value of an `Accept-Encoding` header (RFC 9110, 12.5.3) asks for gzip. Without one, the content is sent as it is. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  let anything = 0;
  for (const listed of acceptEncoding?.split(',') ?? []) {
    const [, coding = '', weight = '1'] = LISTED.exec(listed.trim()) ?? [];
    if (/^(?:x-)?gzip$/i.test(coding)) return Number(weight) > 0;
    if (coding === '*') anything = Number(weight);
  }
  return anything > 0;
}
