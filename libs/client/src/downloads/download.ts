import type { ApiCall } from '../requests/api-request.js';
import type { Deadline } from '../requests/deadline.js';
import { unexpectedReply } from '../requests/refusal.js';
import type { RequestSender } from '../requests/request-sender.js';
import { checkedContent } from './checked-content.js';

/** A result or another file that is being downloaded. Call `cancel` if it is not read to its end. */
export interface Download {
  /** The server's name for it, after the upload: `people-verified.csv`, without a folder. */
  readonly fileName: string;
  /** The number of rows without the header; undefined if a proxy has removed that header of the reply. */
  readonly rows: number | undefined;
  readonly contentType: string;
  /** The tag of this result, the same for the same bytes. */
  readonly etag: string | undefined;
  /**
   * The bytes, readable once. Reading fails at the end with `download_damaged` if a .csv has fewer rows than
   * announced, and with `connection_failed` if the transfer broke off: then none of them is valid.
   */
  readonly content: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** All bytes. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** All bytes as UTF-8. */
  text(): Promise<string>;
  /** All bytes as a Blob with the content type, for a link in a page. */
  blob(): Promise<Blob>;
  cancel(): Promise<void>;
}

/** Asks for a file, and resolves when it begins to arrive. */
export function startDownload(
  sender: RequestSender,
  name: 'changes' | 'creditEntries' | 'download' | 'listChanges',
  { options = {}, ...call }: ApiCall,
): Promise<Download> {
  return sender.send(name, { ...call, headers: { accept: '*/*' }, options }, async (response, deadline) =>
    downloadOf(response, deadline, options.timeoutMs ?? sender.options.timeoutMs),
  );
}

/** The download that a reply begins. `timeoutMs`: how long each further part may take. */
function downloadOf(response: Response, deadline: Deadline, timeoutMs: number): Download {
  const { headers, body } = response;
  const contentType = headers.get('content-type') ?? '';
  const disposition = headers.get('content-disposition');
  // A page of a proxy must not be taken for a result.
  if (disposition === null && headers.get('dialproof-rows') === null) throw unexpectedReply(response);
  const rows = rowsIn(headers);
  const content = checkedContent(body, {
    deadline,
    timeoutMs,
    csvRows: contentType.startsWith('text/csv') ? rows : undefined,
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

function rowsIn(headers: Headers): number | undefined {
  const text = headers.get('dialproof-rows');
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** RFC 6266: the name in UTF-8 has precedence. Folders are removed from it. */
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
