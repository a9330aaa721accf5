import { type ResultFormat, taskId, type VerificationService } from '@dialproof/core';
import { RESULT_COLUMNS, RESULT_FORMATS } from '@dialproof/core/model';
import { z } from 'zod';
import { attachment, resultFileName } from '../../downloads/content-disposition.js';
import { acceptsGzip, gzipped, hasContent } from '../../downloads/gzipped.js';
import { type HttpReply, leaveUnread } from '../../message/http-message.js';
import { whileAllowed } from '../../sign-in/allowed-content.js';
import { component, optionalFlag, optionalText, statusShape } from '../../wire/common-shapes.js';
import { given } from '../../wire/wire-values.js';
import { defineOperation } from '../definition/define-operation.js';
import { inSlot } from '../definition/in-slot.js';
import type { OperationCall } from '../definition/operation-call.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX,
} as const satisfies Record<ResultFormat, string>;

const resultFormat = component('ResultFormat').words(RESULT_FORMATS);

const resultColumn = component('ResultColumn', 'The columns that a result can have for each row.').words(
  RESULT_COLUMNS,
);

/** On the wire, a list is one parameter with commas. */
const downloadQuery = component('DownloadQuery').open({
  format: resultFormat.describe('The form of the result').default('csv'),
  status: z
    .array(statusShape)
    .min(1)
    .describe('Only rows with one of these statuses. Without this, all rows')
    .optional(),
  columns: z
    .array(resultColumn)
    .min(1)
    .refine((columns) => new Set(columns).size === columns.length)
    // The same rule, for the schema.
    .meta({ uniqueItems: true })
    .describe(
      'The columns to add behind those of the file, in this order. Without this, verification_status alone',
    )
    .optional(),
  previous: optionalText.describe(
    'The task_id of another done task of the account. The last column, previous_status, then has the status of the same number in that task. It is empty if the number is not in that task',
  ),
  suppressed: z
    .enum(['keep', 'leave_out'])
    .describe(
      'leave_out: the result has no row whose number is suppressed now, or was suppressed when the file was processed',
    )
    .default('keep'),
  partial: optionalFlag.describe(
    'Whether a task that failed or was cancelled has a result too. Its verified rows have their status, the others are unknown',
  ),
  neutralize_formulas: optionalFlag.describe(
    'Whether cells that look like formulas get an apostrophe in a .csv. Without this, the setting of the server applies',
  ),
});

type DownloadCall = OperationCall<z.output<typeof downloadQuery>, undefined>;

const VALIDATORS = {
  ETag: 'The tag of this result, the same for the same bytes',
  Vary: 'accept-encoding',
  'Cache-Control':
    'private, no-cache: it may be kept by the client, which asks each time whether it is current',
} as const;

/** The result, or some rows of it, as CSV or as a workbook, streamed. */
export const download = defineOperation({
  method: 'GET',
  path: '/v1/verify/tasks/{task_id}/download',
  tag: 'tasks',
  scope: 'read',
  summary: 'Download the result of a task',
  query: downloadQuery,
  headers: {
    'Accept-Encoding': 'With gzip, CSV comes compressed',
    'If-None-Match': 'Tags of results that the client has: 304 without a body if one of them is current',
  },
  reply: {
    kind: 'stream',
    status: 200,
    description: 'The columns of the file, then verification_status or the requested columns',
    content: { 'text/csv': 'bytes', [XLSX]: 'bytes' },
    headers: {
      ...VALIDATORS,
      'Content-Disposition': 'The name of the upload, with -verified added',
      'Dialproof-Rows': 'The number of its rows, without the header',
      'Accept-Ranges': 'none: the result is always sent whole',
      'X-Content-Type-Options': 'nosniff: a browser must not show it as a page',
    },
    optionalHeaders: {
      'Content-Encoding': 'gzip, if the result is a .csv and the request accepts gzip',
    },
  },
  emptyReplies: [
    {
      kind: 'empty',
      status: 304,
      description: 'The client has this result: its tag was in If-None-Match',
      headers: VALIDATORS,
    },
  ],
  errors: [
    'task_not_done',
    'same_task',
    'not_supported',
    'too_many_rows',
    'too_many_columns',
    'cell_too_large',
    'overloaded',
  ],
  run: (service, call) => inSlot(call, 'downloads', () => downloadReply(service, call)),
});

async function downloadReply(
  service: VerificationService,
  { request, accountId, id, access, query, parts }: DownloadCall,
): Promise<HttpReply> {
  const { format, status, previous, suppressed, ...others } = query;
  const { task, version, rows, content } = await service.results({
    accountId,
    taskId: taskId(id),
    format,
    signal: request.signal,
    ...(suppressed === 'leave_out' ? { leaveOutSuppressed: true } : {}),
    ...given({ ...others, statuses: status, previous: previous === undefined ? previous : taskId(previous) }),
  });
  // A workbook is compressed by itself.
  const isPacked = parts.compressDownloads && format === 'csv' && acceptsGzip(request);
  const etag = isPacked ? `"${version}.gzip"` : `"${version}"`;
  const validators = {
    etag,
    vary: 'accept-encoding',
    // Private, since it belongs to one account; and revalidated each time. With no-store the tag would be useless.
    'cache-control': 'private, no-cache',
  };
  if (hasContent(request, etag)) {
    leaveUnread(content);
    return { status: 304, headers: validators, body: '' };
  }
  return {
    status: 200,
    headers: {
      ...validators,
      'content-type': MEDIA_TYPES[format],
      'content-disposition': attachment(resultFileName(task.file.name, format)),
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      'dialproof-rows': String(rows),
      // It is rendered while it is sent, from its beginning.
      'accept-ranges': 'none',
      // The cells are foreign text: a browser must not show them as a page.
      'x-content-type-options': 'nosniff',
    },
    body: whileAllowed(isPacked ? gzipped(content) : content, access, parts.heartbeatMs),
  };
}
