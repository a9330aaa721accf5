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
  withCredentials: boolean;
}

interface XhrProgress {
  readonly loaded: number;
  readonly total: number;
  readonly lengthComputable: boolean;
}

/** The runtime's, which pages alone have. */
export function xhrOfRuntime(): (new () => Xhr) | undefined {
  return (globalThis as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest;
}

/** Sends a form with an XMLHttpRequest, which tells a page how much has left, and answers as `fetch` does. */
export function sendByXhr(XMLHttpRequest: new () => Xhr, { onProgress, credentials }: XhrUpload) {
  return (url: string, { method = 'POST', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = (): void => request.abort();
      const leave = (): void => signal?.removeEventListener('abort', abort);
      request.open(method, url);
      request.withCredentials = credentials === 'include';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      // What is counted is the form, which is a little longer than its file.
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
        onProgress({ sentBytes: loaded, totalBytes: lengthComputable ? total : undefined }),
      );
      request.addEventListener('load', () => {
        leave();
        resolve(responseOf(request));
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

function responseOf(request: Xhr): Response {
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
