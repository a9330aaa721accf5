import type { OpenedBody } from '../requests/api-request.js';
import type { CheckedOptions } from '../requests/checked-options.js';
import { multipartStream } from './multipart-stream.js';
import {
  type ByteStream,
  iterable,
  type NamedContent,
  type UploadFile,
  type UploadProgress,
} from './upload-file.js';
import { sendByXhr, xhrOfRuntime } from './xhr-upload.js';

export interface UploadForm {
  readonly file: UploadFile;
  readonly settings: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
}

/**
 * The form of a file, opened for each attempt. The runtime streams content in memory or in a Blob. Content of a function is streamed by
 * this client, and so is every upload with progress. Pages cannot stream requests over HTTP/1.1: they gather the content of a function in a
 * Blob, and an XMLHttpRequest reports the progress.
 */
export function uploadBody(
  form: UploadForm,
  { hasOwnFetch, credentials }: CheckedOptions,
): () => Promise<OpenedBody> {
  const file = namedContent(form.file);
  const fields = fieldsOf(form.settings);
  const { onProgress } = form;
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

/** A form without a file. Its `upload_id` names a file that the server has kept. */
export function keptUploadBody(settings: UploadForm['settings']): () => Promise<OpenedBody> {
  const form = new FormData();
  for (const [name, value] of fieldsOf(settings)) form.append(name, value);
  return async () => ({ body: form });
}

function namedContent(file: UploadFile): NamedContent {
  const found: NamedContent = file instanceof Blob ? { name: file.name, content: file } : file;
  if (typeof found.name !== 'string' || found.name === '') throw new TypeError('the file must have a name');
  return found;
}

function fieldsOf(settings: UploadForm['settings']): readonly (readonly [string, string])[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

function formData(fields: readonly (readonly [string, string])[], fileName: string, blob: Blob): FormData {
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
