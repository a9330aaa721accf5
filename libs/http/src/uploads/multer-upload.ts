import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { type ParsedFile, ParsedUpload } from './parsed-upload.js';

const PIECE_BYTES = 65_536;

/** Where multer leaves what it has read. */
export interface MulterRequest {
  readonly headers: { readonly 'content-type'?: string | undefined };
  readonly file?: unknown;
  readonly files?: unknown;
  readonly body?: unknown;
}

/**
 * The upload that multer has read, with memoryStorage or diskStorage. Undefined where multer has read none, and for what cannot be read
 * again: files of other storages and of other parsers.
 */
export function multerUpload({ headers, file, files, body }: MulterRequest): ParsedUpload | undefined {
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) return undefined;
  const all = [file ?? [], Object.values(Object(files))].flat(2);
  // Of a form without a file it leaves the fields alone, in an object that has no prototype. That of no other parser of these forms is so.
  if (all.length === 0 && Object.getPrototypeOf(Object(body)) !== null) return undefined;
  const parsed = all.map(parsedFile).filter((each) => each !== undefined);
  if (parsed.length < all.length) return undefined;
  return new ParsedUpload({ files: parsed, fields: Object(body) });
}

function parsedFile(file: unknown): ParsedFile | undefined {
  const { fieldname, originalname }: Readonly<Record<string, unknown>> = Object(file);
  const content = contentOf(Object(file));
  if (typeof fieldname !== 'string' || typeof originalname !== 'string' || !content) return undefined;
  return { field: fieldname, name: utf8Name(originalname), content };
}

function contentOf({
  buffer,
  destination,
  path,
}: Readonly<Record<string, unknown>>): AsyncIterable<Uint8Array> | undefined {
  if (Buffer.isBuffer(buffer)) return pieces(buffer);
  // Storages of other makers have addresses for paths, but no destination.
  return typeof destination === 'string' && typeof path === 'string' ? fileContent(path) : undefined;
}

async function* pieces(buffer: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < buffer.length; at += PIECE_BYTES) yield buffer.subarray(at, at + PIECE_BYTES);
}

// A generator opens the file when it is first read, so that one which nobody reads is never open.
async function* fileContent(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

/** Browsers and curl send names in UTF-8. multer takes them for Latin-1, unless it is told otherwise. */
function utf8Name(name: string): string {
  const bytes = Buffer.from(name, 'latin1');
  return bytes.toString('latin1') === name && isUtf8(bytes) ? bytes.toString() : name;
}
