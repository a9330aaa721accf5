import { type ResultFormat, taskId, type VerificationService } from '@dialproof/core';
import { attachment, resultFileName } from '../content-disposition.js';
import { readDownloadQuery } from '../download-request.js';
import { namesTag, strongTag } from '../entity-tag.js';
import { leaveUnread } from '../http-message.js';
import type { AccountHandler } from './operation.js';

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ResultFormat, string>;

/** `GET /v1/verify/tasks/{task_id}/download`: the result, or some rows of it, as CSV or as a workbook, streamed. */
export function downloadHandler(service: VerificationService): AccountHandler {
  return async ({ request, accountId, id }) => {
    const asked = readDownloadQuery(request.query);
    const { task, version, content } = await service.results({ accountId, taskId: taskId(id), ...asked });
    const tag = strongTag(version);
    const validators = {
      etag: tag,
      // Of one account, so of its own cache alone; and kept only to be asked about each time. With no-store the tag would be of no use.
      'cache-control': 'private, no-cache',
    };
    if (namesTag(request.header('if-none-match'), tag)) {
      leaveUnread(content);
      return { status: 304, headers: validators, body: '' };
    }
    return {
      status: 200,
      headers: {
        ...validators,
        'content-type': MEDIA_TYPES[asked.format],
        'content-disposition': attachment(resultFileName(task.file.name, asked.format)),
        // It is rendered while it is sent, from its beginning.
        'accept-ranges': 'none',
        // The cells are a stranger's: no browser may take them for a page.
        'x-content-type-options': 'nosniff',
      },
      body: content,
    };
  };
}
