import { Readable } from 'node:stream';
import { DialproofError, keyedTaskId, type VerificationService } from '@dialproof/core';
import { announcesBody, assertIdentityEncoding, mediaType } from '../body-headers.js';
import { readFileSettings } from '../file-settings.js';
import { FILE_FIELDS, misnamedSetting } from '../form-fields.js';
import { HashedContent } from '../hashed-content.js';
import { hostBody, wasReadByHost } from '../host-body.js';
import { type HttpRequest, jsonReply } from '../http-message.js';
import { openUpload, type Upload } from '../multipart-upload.js';
import { openParsedUpload, ParsedUpload } from '../parsed-upload.js';
import { queryParameters } from '../query-parameters.js';
import type { WireSubmission } from '../wire/shapes.js';
import type { AccountHandler } from './operation.js';

/** `POST /v1/verify/batch`: takes a file in as it arrives and makes it a task. */
export function submitHandler(service: VerificationService, maxFormBytes: number): AccountHandler {
  return async ({ request, accountId, once }) => {
    const query = queryParameters(request.query, FILE_FIELDS);
    assertSettingNames(request.query);
    const upload = await uploadOf(request, maxFormBytes);
    try {
      const { fileName } = upload;
      const settings = readFileSettings(upload.fields, query);
      const content = new HashedContent(upload.content);
      return await once.answer(
        async (attempt) => {
          const task = await service.submit({
            accountId,
            fileName,
            ...(attempt === undefined
              ? { content: upload.content }
              : { content, taskId: keyedTaskId(accountId, attempt.key) }),
            ...settings,
            signal: request.signal,
          });
          const answer: WireSubmission = { task_id: task.taskId, total: task.total, status: 'queued' };
          return jsonReply(202, answer);
        },
        async (maxBytes) => {
          const { sha256, bytes } = await content.digest(maxBytes);
          return { text: JSON.stringify(['submit', fileName, settings, sha256]), bytes };
        },
      );
    } catch (error) {
      // To the service a bad form is a content that broke off; the caller is told what was wrong with it.
      throw upload.failure ?? error;
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

/** The Content-Type of a form. No body at all is a missing file, another body is of the wrong type. */
function multipartType(request: HttpRequest): string {
  const contentType = request.header('content-type');
  if (contentType === undefined && !announcesBody(request)) {
    throw new DialproofError('file_required', { hint: 'the request has no body, send the file as a form' });
  }
  const type = mediaType(request);
  if (contentType === undefined || type !== 'multipart/form-data') {
    throw new DialproofError('unsupported_media_type', {
      hint: `the file must come as multipart/form-data, the request says ${type === '' ? 'nothing' : `"${type}"`}`,
    });
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
