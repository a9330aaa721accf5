import { Readable } from 'node:stream';
import { DialproofError, type SubmitRequest } from '@dialproof/core';
import {
  announcesBody,
  assertIdentityEncoding,
  mediaType,
  wrongMediaType,
} from '../../message/body-headers.js';
import { hostBody, wasReadByHost } from '../../message/host-body.js';
import type { HttpReply, HttpRequest } from '../../message/http-message.js';
import { queryParameters } from '../../message/text-values.js';
import { AllowedUpload } from '../../sign-in/allowed-content.js';
import { readFileSettings } from '../../uploads/file-settings.js';
import { FILE_FIELDS, misnamedSetting } from '../../uploads/form-fields.js';
import { HashedContent } from '../../uploads/hashed-content.js';
import { openUpload, type Upload } from '../../uploads/multipart-upload.js';
import { openParsedUpload, ParsedUpload } from '../../uploads/parsed-upload.js';
import { type AccountHandler, type OperationCall, signalOf } from './operation-call.js';
import type { OperationParts } from './operation-parts.js';

/** Reads the file of a call as it arrives, and answers. */
type FileAnswer = (call: OperationCall<undefined, SubmitRequest>) => Promise<HttpReply>;

/** Creates the handler of an operation that takes a file, in a form with its settings. */
export function fileHandler(parts: OperationParts, answer: FileAnswer): AccountHandler {
  return async ({ request, accountId, caller, id, once, access, subject }) => {
    const query = queryParameters(request.query, FILE_FIELDS);
    assertSettingNames(request.query);
    const upload = await uploadOf(request, parts.maxFormBytes);
    const allowed = new AllowedUpload(upload.content, access);
    try {
      const { fileName } = upload;
      const settings = readFileSettings(upload.fields, query);
      const hashed = new HashedContent(allowed);
      return await once.answerFile(
        (attempt) => {
          const content = attempt === undefined ? allowed : hashed;
          const signal = signalOf({ request, attempt });
          const body = { accountId, fileName, content, ...settings, signal };
          return answer({
            request,
            accountId,
            caller,
            id,
            access,
            subject,
            query: undefined,
            body,
            attempt,
            parts,
          });
        },
        {
          asked: { fileName, ...settings },
          content: hashed,
          turn: () => parts.service.uploadTurn({ accountId, signal: request.signal }),
        },
      );
    } catch (error) {
      // For the service both are content that broke off; the caller gets the actual reason.
      throw upload.failure ?? allowed.refusal ?? error;
    } finally {
      upload.close();
    }
  };
}

function assertSettingNames(query: string): void {
  for (const [name, value] of new URLSearchParams(query)) {
    const hint = value === '' ? undefined : misnamedSetting(name);
    if (hint !== undefined) throw new DialproofError('malformed_request', { hint });
  }
}

/** The Content-Type of a form. A missing body is a missing file; another body has the wrong type. */
function multipartType(request: HttpRequest): string {
  const contentType = request.header('content-type');
  if (contentType === undefined && !announcesBody(request)) {
    throw new DialproofError('file_required', { hint: 'the request has no body, send the file as a form' });
  }
  if (contentType === undefined || mediaType(request) !== 'multipart/form-data') {
    throw wrongMediaType(request, 'the file must come as multipart/form-data');
  }
  assertIdentityEncoding(request);
  return contentType;
}

async function uploadOf(request: HttpRequest, maxFormBytes: number): Promise<Upload> {
  const contentType = multipartType(request);
  if (!wasReadByHost(request)) return openUpload(request.body, { contentType, maxFormBytes });
  const parsed = hostBody(request);
  if (parsed instanceof ParsedUpload) return openParsedUpload(parsed);
  if (Buffer.isBuffer(parsed)) return openUpload(Readable.from([parsed]), { contentType, maxFormBytes });
  throw new DialproofError('internal_error', {
    hint:
      'a body parser in front of Dialproof has read the upload and has left nothing that Dialproof can read: ' +
      'mount Dialproof before it, or have it leave multipart/form-data alone',
  });
}
