import { Readable } from 'node:stream';
import { type AccountId, DialproofError, type SubmitRequest } from '@dialproof/core';
import {
  announcesBody,
  assertIdentityEncoding,
  hostBody,
  mediaType,
  wasReadByHost,
  wrongMediaType,
} from '../../message/body-headers.js';
import type { HttpReply, HttpRequest } from '../../message/http-message.js';
import { queryParameters } from '../../message/text-values.js';
import { AllowedUpload } from '../../sign-in/allowed-content.js';
import { type FormSettings, formValues, readFileSettings } from '../../uploads/file-settings.js';
import { type FormShape, unknownSetting } from '../../uploads/form-fields.js';
import { HashedContent } from '../../uploads/hashed-content.js';
import type { KeptUpload, KeptUploads, NamedContent } from '../../uploads/kept-uploads.js';
import { openUpload, type Upload, type UploadOptions } from '../../uploads/multipart-upload.js';
import type { FileForm } from './content.js';
import { type AccountHandler, type OperationCall, type OperationParts, signalOf } from './operation-call.js';

/** A file that a form has or names, and the settings beside it. */
export interface FileBody<Own = unknown> {
  readonly request: SubmitRequest;
  /** The settings that are the operation's alone. */
  readonly own: Own;
  /** Call it after the file was read. Returns the kept upload, or null if the file is not kept. */
  readonly kept: () => KeptUpload | null;
}

/** Reads the file of a call as it arrives, and answers. */
type FileAnswer = (call: OperationCall<undefined, FileBody>) => Promise<HttpReply>;

/** Creates the handler of an operation that takes a file, in a form with its settings. */
export function fileHandler(
  parts: OperationParts,
  { isStrict = false, shape }: FileForm,
  answer: FileAnswer,
): AccountHandler {
  const values = formValues(shape);
  const { names } = values;
  const form = { names, isStrict };
  return async (call) => {
    const { request, accountId, once, access } = call;
    const query = queryParameters(request.query, names);
    assertSettingNames(request.query, form);
    const upload = await uploadOf(request, {
      shape: form,
      maxFormBytes: parts.maxFormBytes,
      mayLackFile: (query.get('upload_id') ?? '') !== '',
    });
    const allowed = upload.file && new AllowedUpload(upload.file.content, access);
    try {
      const settings = readFileSettings(upload.fields, query, values);
      const { own, reading } = settings;
      const sent = upload.file && { ...upload.file, content: allowed ?? upload.file.content };
      const { fileName, content: read, kept } = fileOf(parts.keptUploads, accountId, sent, settings);
      const hashed = new HashedContent(read);
      return await once.answerFile(
        (attempt) => {
          const content = attempt === undefined ? read : hashed;
          const signal = signalOf({ request, attempt });
          const body = { request: { accountId, fileName, content, ...reading, signal }, kept, own };
          return answer({ ...call, query: undefined, body, attempt, parts });
        },
        {
          asked: { fileName, ...reading, ...own },
          content: hashed,
          takeSlot: () => parts.service.takeUploadSlot({ accountId, signal: request.signal }),
        },
      );
    } catch (error) {
      // The service only sees that the content broke off. The caller gets the actual reason.
      throw upload.failure ?? allowed?.refusal ?? error;
    } finally {
      upload.close();
    }
  };
}

/** The uploaded file, or the kept file that the form names. Codes: `malformed_request`, `upload_not_found`. */
function fileOf(
  uploads: KeptUploads,
  accountId: AccountId,
  sent: NamedContent | undefined,
  { keepUpload, uploadId }: FormSettings,
): NamedContent & Pick<FileBody, 'kept'> {
  if (sent !== undefined && uploadId !== undefined) {
    throw new DialproofError('malformed_request', {
      hint: 'the form has a file, and "upload_id" names another one; leave one of them out',
    });
  }
  // A form has either a file or an `upload_id`: `uploadOf` has refused any other.
  if (sent === undefined) return uploads.find(accountId, uploadId ?? '');
  return keepUpload ? { ...sent, ...uploads.keep(accountId, sent) } : { ...sent, kept: () => null };
}

function assertSettingNames(query: string, form: FormShape): void {
  for (const [name, value] of new URLSearchParams(query)) {
    const hint = value === '' ? undefined : unknownSetting(name, form);
    if (hint !== undefined) throw new DialproofError('malformed_request', { hint });
  }
}

/** The Content-Type of a form. A missing body is a missing file; another body has the wrong type. */
function multipartType(request: HttpRequest): string {
  const contentType = request.header('content-type');
  if (hasNoBody(request)) {
    throw new DialproofError('file_required', { hint: 'the request has no body, send the file as a form' });
  }
  if (contentType === undefined || mediaType(request) !== 'multipart/form-data') {
    throw wrongMediaType(request, 'the file must come as multipart/form-data');
  }
  assertIdentityEncoding(request);
  return contentType;
}

/** Whether a request brings a file, or says which one or how it is read. If it does so in a wrong way, a file handler refuses it. */
export function isAboutFile(request: HttpRequest): boolean {
  return !hasNoBody(request) || request.query !== '';
}

function hasNoBody(request: HttpRequest): boolean {
  return request.header('content-type') === undefined && !announcesBody(request);
}

async function uploadOf(
  request: HttpRequest,
  form: Pick<UploadOptions, 'maxFormBytes' | 'mayLackFile' | 'shape'>,
): Promise<Upload> {
  if (form.mayLackFile && hasNoBody(request)) {
    return { fields: new Map(), file: undefined, failure: undefined, close() {} };
  }
  const contentType = multipartType(request);
  const options = { ...form, contentType };
  if (!wasReadByHost(request)) return openUpload(request.body, options);
  const parsed = hostBody(request);
  if (Buffer.isBuffer(parsed)) return openUpload(Readable.from([parsed]), options);
  throw new DialproofError('internal_error', {
    hint:
      'a body parser in front of Dialproof has read the upload and has left nothing that Dialproof can read: ' +
      'mount Dialproof before it, or have it leave multipart/form-data alone',
  });
}
