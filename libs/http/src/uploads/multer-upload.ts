import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { type ParsedFile, ParsedUpload } from './parsed-upload.js';

const PIECE_BYTES = 65_536;

/** The properties of a request in which multer leaves an upload. */
export interface MulterRequest {
  readonly headers: { readonly 'content-type'?: string | undefined };
  readonly file?: unknown;
  readonly files?: unknown;
  readonly body?: unknown;
}

/**
 * The upload that multer has read, with memoryStorage or diskStorage. Undefined if multer has read none, and for files that cannot be read
 * again: those of other storages and of other parsers.
 */
export function multerUpload({ headers, file, files, body }: MulterRequest): ParsedUpload | undefined {
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) return undefined;
  const all = [file ?? [], Object.values(Object(files))].flat(2);
  // For a form without a file it leaves only the fields, in an object without a prototype. No other parser of such forms does that.
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

// A generator opens the file at its first read, so an unread file is never open.
async function* fileContent(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

/** Browsers and curl send names in UTF-8. By default, multer takes them for Latin-1. */
function utf8Name(name: string): string {
  const bytes = Buffer.from(name, 'latin1');
  return bytes.toString('latin1') === name && isUtf8(bytes) ? bytes.toString() : name;
}
