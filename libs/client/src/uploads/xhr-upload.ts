import type { DialproofClientOptions } from '../client-options.js';
import type { UploadProgress } from './upload-file.js';

export interface XhrUpload {
  readonly onProgress: (progress: UploadProgress) => void;
  readonly credentials: DialproofClientOptions['credentials'];
}

/** The part of an XMLHttpRequest that is used. The types of Node have none. */
interface Xhr {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: FormData): void;
  abort(): void;
  getAllResponseHeaders(): string;
  addEventListener(type: 'load' | 'error' | 'abort', listener: () => void): void;
  readonly upload: { addEventListener(type: 'progress', listener: (event: XhrProgress) => void): void };
  readonly status: number;
  readonly statusText: string;
  readonly responseText: string;
  /** The address of the reply, after all redirects; empty if there is none. */
  readonly responseURL: string;
  withCredentials: boolean;
}

interface XhrProgress {
  readonly loaded: number;
  readonly total: number;
  readonly lengthComputable: boolean;
}

/** The XMLHttpRequest of the runtime, which only pages have. */
export function xhrOfRuntime(): (new () => Xhr) | undefined {
  return (globalThis as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest;
}

/**
 * Sends a form with an XMLHttpRequest, which reports the sent bytes, and answers like `fetch`. An XMLHttpRequest always follows redirects,
 * with the file and the token. So a request without the file first finds out whether the address redirects.
 */
export function sendByXhr(XMLHttpRequest: new () => Xhr, upload: XhrUpload) {
  return async (url: string, init: RequestInit): Promise<Response> =>
    (await redirectOf(url, init)) ?? (await sendForm(new XMLHttpRequest(), url, init, upload));
}

/** The reply of an address that redirects; undefined of any other, and of one that cannot be reached. */
async function redirectOf(url: string, { body: _, ...init }: RequestInit): Promise<Response | undefined> {
  const headers = new Headers(init.headers);
  // The key belongs to the upload.
  headers.delete('idempotency-key');
  try {
    // Every address answers OPTIONS with success. A refused method, such as HEAD, would be an error in the console of the page.
    const reply = await fetch(url, { ...init, method: 'OPTIONS', headers });
    return isRedirect(reply) ? reply : undefined;
  } catch {
    init.signal?.throwIfAborted();
    return undefined;
  }
}

function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

function sendForm(
  request: Xhr,
  url: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  { onProgress, credentials }: XhrUpload,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    // Resolved as the runtime resolves it.
    const address = new Request(url).url;
    const abort = (): void => request.abort();
    const leave = (): void => signal?.removeEventListener('abort', abort);
    request.open(method, url);
    request.withCredentials = credentials === 'include';
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    // The count is that of the form, which is slightly longer than its file.
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
      onProgress({ sentBytes: loaded, totalBytes: lengthComputable ? total : undefined }),
    );
    request.addEventListener('load', () => {
      leave();
      resolve(responseOf(request, address));
    });
    request.addEventListener('error', () => {
      leave();
      reject(new TypeError('the upload failed'));
    });
    request.addEventListener('abort', () => reject(signal?.reason));
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    signal?.addEventListener('abort', abort, { once: true });
    // It is sent with forms alone, see `uploadBody`.
    request.send(body as FormData);
  });
}

/** `address`: the target of the request. A reply from another address means a redirect: some servers redirect only uploads. */
function responseOf(request: Xhr, address: string): Response {
  const { responseURL } = request;
  if (responseURL !== '' && responseURL !== address) {
    return new Response(null, { status: 307, headers: { location: responseURL } });
  }
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  const { status, statusText } = request;
  return new Response(request.responseText, { status, statusText, headers });
}
