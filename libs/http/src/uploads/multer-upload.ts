import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { DialproofError, withoutNumbers } from '@dialproof/core';
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
  // Other storages may have addresses as paths, but no destination.
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

/** The contract's refusal of an upload that multer has refused in front of it. Undefined for every other error. */
export function multerRefusal(error: unknown): DialproofError | undefined {
  const { name, code, field, message }: Readonly<Record<string, unknown>> = Object(error);
  if (name !== 'MulterError') return undefined;
  if (code === 'LIMIT_FILE_SIZE') {
    const hint = 'the file has more bytes than this server takes';
    return new DialproofError('file_too_large', { hint, cause: error });
  }
  if (code !== 'LIMIT_UNEXPECTED_FILE') {
    const hint = `the form is not one that this server takes: ${String(message).toLowerCase()}`;
    return new DialproofError('malformed_request', { hint, cause: error });
  }
  // With the right field name, it is a second file, or multer is not configured for such uploads. The error does not show which.
  return field === 'file'
    ? new DialproofError('malformed_request', {
        hint:
          'multer in front of Dialproof takes no file in the field "file", or only one: ' +
          'send one, or mount Dialproof before multer',
        cause: error,
      })
    : new DialproofError('file_required', {
        hint: `the file must be in a field named "file", it came in "${withoutNumbers(String(field))}"`,
        cause: error,
      });
}
