import type { Deadline } from '../requests/deadline.js';
import { unexpectedReply } from '../requests/refusal.js';
import { checkedContent, type Expected } from './checked-content.js';
import type { Download } from './download.js';

/** The download that a reply begins. `timeoutMs`: how long each further part may take. */
export function downloadOf(response: Response, deadline: Deadline, timeoutMs: number): Download {
  const { headers, body } = response;
  const contentType = headers.get('content-type') ?? '';
  const disposition = headers.get('content-disposition');
  // A page of a proxy must not be taken for a result.
  if (disposition === null && headers.get('dialproof-rows') === null) throw unexpectedReply(response);
  const rows = rowsIn(headers);
  const content = checkedContent(body, {
    deadline,
    timeoutMs,
    expected: { rows, digest: digestIn(headers), isCsv: contentType.startsWith('text/csv') },
  });
  const bytes = async (): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await new Response(content).arrayBuffer());
  return {
    fileName: fileNameIn(disposition ?? ''),
    rows,
    contentType,
    etag: headers.get('etag') ?? undefined,
    content,
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
    blob: async () => new Blob([await bytes()], { type: contentType }),
    cancel: () => content.cancel(),
  };
}

function rowsIn(headers: Headers): Expected['rows'] {
  const text = headers.get('dialproof-rows');
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * The SHA-256 of the bytes as they arrive here, if it is known. The digest is that of the sent bytes, but `fetch` has unpacked compressed
 * ones: `Content-Encoding` shows that, or, if a browser hides that header, the tag.
 */
function digestIn(headers: Headers): Expected['digest'] {
  const tag = headers.get('etag') ?? '';
  const isAsSent = headers.get('content-encoding') === null && /^".*(?<!\.gzip)"$/.test(tag);
  if (!isAsSent) return undefined;
  return /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(headers.get('repr-digest') ?? '')?.[1];
}

/** RFC 6266: the name in UTF-8 counts more. Whatever it is, it names no folder. */
function fileNameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replaceAll(/\\(.)/g, '$1');
  const name = decoded(encoded) ?? plain ?? '';
  return name.replaceAll(/[/\\\p{Cc}]/gu, '_').replace(/^\.+$/, '_') || 'result';
}

function decoded(encoded: string | undefined): string | undefined {
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
