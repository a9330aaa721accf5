import { DialproofError } from '@dialproof/core';
import { FILE_TWICE, FormFields, MAX_FIELD_BYTES, misplacedFile, SECOND_FILE } from './form-fields.js';
import type { Upload, UploadOptions } from './multipart-upload.js';

/** A file of a form, wherever the parser has stored it. */
export interface ParsedFile {
  /** The field of the form that it came in. */
  readonly field: string;
  /** Its name, as the client has it. */
  readonly name: string;
  /** Its bytes. Nothing may be opened before they are read. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * An upload form that a parser of the host has read to its end. Adapters make one of the parser's result and pass it on as `parsedBody`.
 * The limits of the form are the parser's, those of the file are the service's.
 */
export class ParsedUpload {
  readonly files: readonly ParsedFile[];
  /** The other fields: texts, and lists of them for names that came several times. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor({ files, fields }: Pick<ParsedUpload, 'files' | 'fields'>) {
    this.files = files;
    this.fields = fields;
  }
}

/** The same as for a streamed form. Throws `malformed_request` and `file_required`. */
export function openParsedUpload(
  { files, fields }: ParsedUpload,
  { mayLackFile }: Pick<UploadOptions, 'mayLackFile'>,
): Upload {
  const known = fieldsOf(fields);
  const [file, another] = files;
  if (another !== undefined) throw malformed(SECOND_FILE);
  const upload = { fields: known.known, failure: undefined, close: () => {} };
  if (file === undefined && !known.hasFileAsText && (mayLackFile || known.namesUpload)) {
    return { ...upload, file: undefined };
  }
  if (file === undefined) throw new DialproofError('file_required', { hint: known.missingFile });
  const problem = misplacedFile(file.field, file.name);
  if (problem !== undefined) throw new DialproofError('file_required', { hint: problem });
  if (known.hasFileAsText) throw malformed(FILE_TWICE);
  return { ...upload, file: { fileName: file.name, content: file.content } };
}

// It is unknown which of them came after the file. This does no harm, since the file was not read yet.
function fieldsOf(parsed: Readonly<Record<string, unknown>>): FormFields {
  const fields = new FormFields();
  for (const [name, value] of Object.entries(parsed)) {
    for (const text of [value].flat()) {
      // Parsers turn names with brackets into objects. No setting has such a name.
      if (typeof text !== 'string') continue;
      const valueTruncated = Buffer.byteLength(text) > MAX_FIELD_BYTES;
      const problem = fields.add(name, text, { valueTruncated, afterFile: false });
      if (problem !== undefined) throw malformed(problem);
    }
  }
  return fields;
}

function malformed(hint: string): DialproofError {
  return new DialproofError('malformed_request', { hint });
}
