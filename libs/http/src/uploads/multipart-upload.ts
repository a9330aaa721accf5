import type { Readable } from 'node:stream';
import { DialproofError } from '@dialproof/core';
import busboy from 'busboy';
import {
  FILE_TWICE,
  type FileField,
  FormFields,
  MAX_FIELD_BYTES,
  misplacedFile,
  SECOND_FILE,
} from './form-fields.js';

const MAX_FIELDS = 20;

export interface Upload {
  readonly fileName: string;
  /** The known fields that came before the file. */
  readonly fields: ReadonlyMap<FileField, string>;
  /** The file's bytes. It ends only when the whole form has been read and was sound: until then nothing may come of the file. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Why the form is not sound, as far as is known by now. */
  readonly failure: DialproofError | undefined;
  /** Stops reading and lets go of the body, however much of it is left. Safe twice. */
  close(): void;
}

export interface UploadOptions {
  /** The Content-Type header, with its boundary. */
  readonly contentType: string;
  /** The most that the form may hold besides the file, in bytes. */
  readonly maxFormBytes: number;
}

/**
 * Reads a multipart form up to the beginning of its file and resolves then; the file is read as `content` is. Codes, of the promise
 * and of `content`: `malformed_request`, `file_required`, `upload_interrupted`.
 */
export function openUpload(body: Readable, options: UploadOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    new MultipartForm(body, options).read(resolve, reject);
  });
}

type FileStream = Readable;

class MultipartForm {
  readonly #body: Readable;
  readonly #parser: busboy.Busboy;
  readonly #maxFormBytes: number;
  readonly #fields = new FormFields();
  readonly #whole: Promise<void>;
  #settleWhole: (failure?: DialproofError) => void = () => {};
  #reject: (failure: DialproofError) => void = () => {};
  #failure: DialproofError | undefined;
  #file: FileStream | undefined;
  #receivedBytes = 0;
  #fileBytesRead = 0;
  #closed = false;

  constructor(body: Readable, { contentType, maxFormBytes }: UploadOptions) {
    this.#body = body;
    this.#maxFormBytes = maxFormBytes;
    this.#parser = createParser(contentType);
    this.#whole = new Promise((resolve, reject) => {
      this.#settleWhole = (failure) => (failure === undefined ? resolve() : reject(failure));
    });
    // Whoever reads `content` sees it; when nobody does, it is not a stray rejection.
    this.#whole.catch(() => {});
  }

  read(resolve: (upload: Upload) => void, reject: (failure: DialproofError) => void): void {
    this.#reject = reject;
    this.#parser
      .on('file', (name, stream, { filename }) => {
        // Errors of the file come out of `content`; without a listener they would end the process.
        stream.on('error', () => {});
        const upload = this.#accept(name, stream, filename);
        if (upload !== undefined) resolve(upload);
      })
      // busboy's types say that a field has a name; one without it comes with undefined.
      .on('field', (name: string | undefined, value, { valueTruncated }) => {
        const problem = this.#fields.add(name, value, {
          valueTruncated,
          afterFile: this.#file !== undefined,
        });
        if (problem !== undefined) this.#fail('malformed_request', problem);
      })
      .on('partsLimit', () => this.#fail('malformed_request', `the form has more than ${MAX_FIELDS} parts`))
      .on('error', (error) => this.#fail('malformed_request', formProblem(error)))
      .on('close', () => this.#end());
    this.#body.on('error', this.#interrupted).on('close', this.#interrupted).pipe(this.#parser);
    // After the pipe's own listener, so that the parser has seen the chunk that is counted.
    this.#body.on('data', this.#countForm);
    if (this.#body.destroyed) this.#interrupted();
  }

  #accept(name: string | undefined, stream: FileStream, fileName: string | undefined): Upload | undefined {
    const problem = misplacedFile(name, fileName);
    if (this.#file !== undefined) this.#fail('malformed_request', SECOND_FILE);
    else if (problem !== undefined) this.#fail('file_required', problem);
    else {
      this.#file = stream;
      return this.#upload(fileName ?? '', stream);
    }
    return undefined;
  }

  #upload(fileName: string, stream: FileStream): Upload {
    const failure = () => this.#failure;
    return {
      fileName,
      fields: this.#fields.known,
      content: this.#content(stream),
      get failure() {
        return failure();
      },
      close: () => this.#close(),
    };
  }

  async *#content(stream: FileStream): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.#fileBytesRead += chunk.length;
        yield chunk;
      }
      await this.#whole;
    } catch (error) {
      throw this.#failure ?? error;
    } finally {
      this.#close();
    }
  }

  // What has arrived is waiting for the parser, is in the file's buffer, has been read from there, or belongs to the form.
  #countForm = (chunk: Buffer) => {
    this.#receivedBytes += chunk.length;
    const inFile = this.#fileBytesRead + (this.#file?.readableLength ?? 0);
    if (this.#receivedBytes - this.#parser.writableLength - inFile <= this.#maxFormBytes) return;
    this.#fail('malformed_request', `the form may hold at most ${this.#maxFormBytes} bytes besides the file`);
  };

  #interrupted = () => {
    if (!this.#body.readableEnded) this.#fail('upload_interrupted', 'the upload broke off');
  };

  #end(): void {
    if (this.#file === undefined) this.#fail('file_required', this.#fields.missingFile);
    else if (this.#fields.hasFileAsText) this.#fail('malformed_request', FILE_TWICE);
    this.#settleWhole(this.#failure);
  }

  #fail(code: 'malformed_request' | 'file_required' | 'upload_interrupted', hint: string): void {
    if (this.#failure !== undefined || this.#closed) return;
    this.#failure = new DialproofError(code, { hint });
    this.#settleWhole(this.#failure);
    this.#reject(this.#failure);
    this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#body
      .off('data', this.#countForm)
      .off('error', this.#interrupted)
      .off('close', this.#interrupted)
      .unpipe(this.#parser)
      .pause();
    this.#parser.destroy();
    this.#file?.destroy(this.#failure);
  }
}

function createParser(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      // Browsers and curl send file names in UTF-8.
      defParamCharset: 'utf8',
      limits: { fieldSize: MAX_FIELD_BYTES, parts: MAX_FIELDS },
    });
  } catch (error) {
    throw new DialproofError('malformed_request', {
      hint: 'the Content-Type must be multipart/form-data with a boundary',
      cause: error,
    });
  }
}

function formProblem(error: unknown): string {
  return `the multipart form cannot be read: ${error instanceof Error ? error.message.toLowerCase() : 'unknown reason'}`;
}
