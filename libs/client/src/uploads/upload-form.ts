import type { Replies } from '../api/operations.js';
import { isDialproofError } from '../dialproof-error.js';
import type { OpenedBody } from '../requests/api-request.js';
import type { CheckedOptions } from '../requests/checked-options.js';
import type { RequestSender } from '../requests/request-sender.js';
import { multipartStream } from './multipart-stream.js';
import {
  type ByteStream,
  iterable,
  type NamedContent,
  type UploadFile,
  type UploadOptions,
} from './upload-file.js';
import { sendByXhr, xhrOfRuntime } from './xhr-upload.js';

/** The operations that take a file. */
type FileOperation = 'createList' | 'preview' | 'runList' | 'submit' | 'suppressFile';

/**
 * Sends a file with settings. `id`: of the item in the path. A file that the server has kept, and that `upload_id` names, is sent only if the
 * server has it no more.
 */
export async function sendFile<Name extends FileOperation>(
  sender: RequestSender,
  name: Name,
  { id, file, settings }: { readonly id?: string; readonly file: UploadFile; readonly settings: object },
  { onProgress, timeoutMs = sender.options.uploadTimeoutMs, ...given }: UploadOptions,
): Promise<Replies[Name]> {
  const { upload_id, ...others }: { readonly upload_id?: string | undefined } = settings;
  const body = uploadBody(namedContent(file), fieldsOf(others), onProgress, sender.options);
  const options = { ...given, timeoutMs };
  if (upload_id === undefined) return sender.ask(name, { id, body, options });
  try {
    return await sender.ask(name, { id, body: formWithoutFile(fieldsOf(settings)), options });
  } catch (error) {
    if (!isDialproofError(error, 'upload_not_found')) throw error;
    // Use the key of the earlier tries, if there is one: one of them may have been done.
    const { idempotencyKey = options.idempotencyKey } = error;
    return sender.ask(name, { id, body, options: { ...options, idempotencyKey } });
  }
}

type Fields = readonly (readonly [string, string])[];

/**
 * The form of a file, opened for each attempt. The runtime streams content in memory or in a Blob. Content of a function is streamed by
 * this client, and so is every upload with progress. Pages cannot stream requests over HTTP/1.1: they gather the content of a function in a
 * Blob, and an XMLHttpRequest reports the progress.
 */
function uploadBody(
  file: NamedContent,
  fields: Fields,
  onProgress: UploadOptions['onProgress'],
  { hasOwnFetch, credentials }: CheckedOptions,
): () => Promise<OpenedBody> {
  const Xhr = hasOwnFetch ? xhrOfRuntime() : undefined;
  if (Xhr !== undefined) {
    return async () => ({
      body: formData(fields, file.name, await blobOf(file)),
      ...(onProgress === undefined ? {} : { send: sendByXhr(Xhr, { onProgress, credentials }) }),
    });
  }
  const { content } = file;
  if (typeof content !== 'function' && onProgress === undefined) {
    return async () => ({ body: formData(fields, file.name, await blobOf(file)) });
  }
  return async () => {
    const bytes = typeof content === 'function' ? await content() : await streamOf(file);
    return multipartStream({ fields, name: file.name, bytes, totalBytes: sizeOf(file), onProgress });
  };
}

/** A form whose `upload_id` names a file that the server has kept. */
function formWithoutFile(fields: Fields): () => Promise<OpenedBody> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return async () => ({ body: form });
}

function namedContent(file: UploadFile): NamedContent {
  const found: NamedContent = file instanceof Blob ? { name: file.name, content: file } : file;
  if (typeof found.name !== 'string' || found.name === '') throw new TypeError('the file must have a name');
  return found;
}

function fieldsOf(settings: object): Fields {
  return Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

function formData(fields: Fields, fileName: string, blob: Blob): FormData {
  const form = new FormData();
  // Settings behind the file are refused.
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', blob, fileName);
  return form;
}

async function blobOf({ content }: NamedContent): Promise<Blob> {
  if (content instanceof Blob) return content;
  if (typeof content !== 'function') return new Blob([asPart(content)]);
  const pieces: BlobPart[] = [];
  for await (const piece of iterable(await content())) pieces.push(asPart(piece));
  return new Blob(pieces);
}

type BlobPart = string | Uint8Array<ArrayBuffer>;

function asPart(content: string | Uint8Array): BlobPart {
  if (typeof content === 'string') return content;
  // A Blob cannot be made of shared memory, but of all other memory; the type does not distinguish them.
  return content as Uint8Array<ArrayBuffer>;
}

async function streamOf(file: NamedContent): Promise<ByteStream> {
  return (await blobOf(file)).stream();
}

function sizeOf({ content, size }: NamedContent): number | undefined {
  if (typeof content === 'function') return size;
  if (typeof content === 'string') return new TextEncoder().encode(content).length;
  return content instanceof Blob ? content.size : content.length;
}
