import type { Readable } from 'node:stream';
import { DialproofError } from '@dialproof/core';
import busboy from 'busboy';
import {
  FILE_TWICE,
  FormFields,
  type FormShape,
  MAX_FIELD_BYTES,
  misplacedFile,
  SECOND_FILE,
} from './form-fields.js';
import type { NamedContent } from './kept-uploads.js';

const MAX_FIELDS = 24;

export interface Upload {
  /** The known fields that came before the file. */
  readonly fields: ReadonlyMap<string, string>;
  /**
   * The file. Its content ends only when the whole form has been read and is valid: until then the file must have no effect. Undefined
   * for a form that names a kept upload instead.
   */
  readonly file: NamedContent | undefined;
  /** The reason why the form is invalid or not read further, as far as it is known by now. */
  readonly failure: Error | undefined;
  /** Stops reading and releases the body. Safe twice. */
  close(): void;
}

export interface UploadOptions {
  /** The Content-Type header, with its boundary. */
  readonly contentType: string;
  /** The most that the form may hold besides the file, in bytes. */
  readonly maxFormBytes: number;
  readonly shape: FormShape;
  /** Whether the query names a kept upload, so that the form needs no file. */
  readonly mayLackFile: boolean;
}

/**
 * Reads a multipart form up to the beginning of its file, or to its end if it has none, and then resolves. The rest is read as `content` is
 * read. Codes, of the promise and of `content`: `malformed_request`, `file_required`, `upload_interrupted`.
 */
export function openUpload(body: Readable, options: UploadOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    new MultipartForm(body, options).read(resolve, reject);
  });
}

interface FilePart {
  readonly name: string | undefined;
  readonly stream: Readable;
  readonly fileName: string | undefined;
}

class MultipartForm {
  readonly #body: Readable;
  readonly #parser: busboy.Busboy;
  readonly #maxFormBytes: number;
  readonly #mayLackFile: boolean;
  readonly #fields: FormFields;
  readonly #whole: Promise<void>;
  #settleWhole: (failure?: Error) => void = () => {};
  #resolve: (upload: Upload) => void = () => {};
  #reject: (failure: Error) => void = () => {};
  #failure: Error | undefined;
  #file: Readable | undefined;
  #receivedBytes = 0;
  #fileBytesRead = 0;
  #closed = false;

  constructor(body: Readable, { contentType, maxFormBytes, mayLackFile, shape }: UploadOptions) {
    this.#body = body;
    this.#maxFormBytes = maxFormBytes;
    this.#mayLackFile = mayLackFile;
    this.#fields = new FormFields(shape);
    this.#parser = createParser(contentType);
    this.#whole = new Promise((resolve, reject) => {
      this.#settleWhole = (failure) => (failure === undefined ? resolve() : reject(failure));
    });
    // The reader of `content` gets it; without a reader, it must not be an unhandled rejection.
    this.#whole.catch(() => {});
  }

  read(resolve: (upload: Upload) => void, reject: (failure: Error) => void): void {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#parser
      .on('file', (name, stream, { filename }) => {
        // Errors of the file come out of `content`; without a listener they would end the process.
        stream.on('error', () => {});
        this.#guard(() => this.#accept({ name, stream, fileName: filename }));
      })
      // By busboy's types a field has a name, but a field without one has undefined.
      .on('field', (name: string | undefined, value, { valueTruncated }) =>
        this.#guard(() => this.#addField(name, value, valueTruncated)),
      )
      .on('partsLimit', () => this.#refuse('malformed_request', `the form has more than ${MAX_FIELDS} parts`))
      .on('error', (error) => this.#refuse('malformed_request', formProblem(error)))
      .on('close', () => this.#end());
    this.#body.on('error', this.#interrupted).on('close', this.#interrupted).pipe(this.#parser);
    // Registered after the pipe's own listener: the parser has seen the chunk when it is counted.
    this.#body.on('data', this.#countForm);
    if (this.#body.destroyed) this.#interrupted();
  }

  /** Checks a part of the form. The parser's events have no caller, so an error thrown in them would end the process. */
  #guard(judge: () => void): void {
    try {
      judge();
    } catch (error) {
      this.#fail(
        error instanceof Error ? error : new Error('the form could not be judged', { cause: error }),
      );
    }
  }

  #accept({ name, stream, fileName }: FilePart): void {
    const problem = misplacedFile(name, fileName);
    if (this.#file !== undefined) this.#refuse('malformed_request', SECOND_FILE);
    else if (problem !== undefined) this.#refuse('file_required', problem);
    else {
      this.#file = stream;
      // Every read emits `data` at once. The reader's promise resolves later, and the parser may continue in between. The listener does not
      // make a paused stream flow.
      stream.pause().on('data', (chunk: Buffer) => {
        this.#fileBytesRead += chunk.length;
      });
      this.#resolve(this.#upload({ fileName: fileName ?? '', content: this.#content(stream) }));
    }
  }

  #addField(name: string | undefined, value: string, valueTruncated: boolean): void {
    const afterFile = this.#file !== undefined;
    const problem = this.#fields.add(name, value, { valueTruncated, afterFile });
    if (problem !== undefined) this.#refuse('malformed_request', problem);
  }

  #upload(file: NamedContent | undefined): Upload {
    const failure = () => this.#failure;
    return {
      fields: this.#fields.known,
      file,
      get failure() {
        return failure();
      },
      close: () => this.#close(),
    };
  }

  async *#content(stream: Readable): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
      await this.#whole;
    } catch (error) {
      throw this.#failure ?? error;
    } finally {
      this.#close();
    }
  }

  // Every byte that has arrived waits for the parser, is in the file's buffer, was read from there, or belongs to the form.
  #countForm = (chunk: Buffer) => {
    this.#receivedBytes += chunk.length;
    const inFile = this.#fileBytesRead + (this.#file?.readableLength ?? 0);
    if (this.#receivedBytes - this.#parser.writableLength - inFile <= this.#maxFormBytes) return;
    this.#refuse(
      'malformed_request',
      `the form may hold at most ${this.#maxFormBytes} bytes besides the file`,
    );
  };

  #interrupted = () => {
    if (!this.#body.readableEnded) this.#refuse('upload_interrupted', 'the upload broke off');
  };

  #end(): void {
    const lacksFile = this.#file === undefined && !this.#fields.hasFileAsText;
    if (lacksFile && (this.#mayLackFile || this.#fields.namesUpload)) this.#resolve(this.#upload(undefined));
    else if (this.#file === undefined) this.#refuse('file_required', this.#fields.missingFile);
    else if (this.#fields.hasFileAsText) this.#refuse('malformed_request', FILE_TWICE);
    this.#settleWhole(this.#failure);
  }

  #refuse(code: 'malformed_request' | 'file_required' | 'upload_interrupted', hint: string): void {
    this.#fail(new DialproofError(code, { hint }));
  }

  #fail(failure: Error): void {
    if (this.#failure !== undefined || this.#closed) return;
    this.#failure = failure;
    this.#settleWhole(failure);
    this.#reject(failure);
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
