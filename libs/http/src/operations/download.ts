import { type Clock, type ResultFormat, taskId, type VerificationService } from '@dialproof/core';
import { acceptsGzip } from '../downloads/accepted-coding.js';
import { reprDigest, wantsSha256 } from '../downloads/content-digest.js';
import { attachment, resultFileName } from '../downloads/content-disposition.js';
import { readDownloadQuery } from '../downloads/download-request.js';
import { namesTag, strongTag } from '../downloads/entity-tag.js';
import { gzipped } from '../downloads/gzipped.js';
import { type HttpReply, leaveUnread } from '../message/http-message.js';
import type { SharedTurns } from '../message/shared-turns.js';
import type { AccountPlaces } from '../rates/account-places.js';
import { whileAllowed } from '../sign-in/allowed-content.js';
import { inPlace } from './in-place.js';
import { inSharedTurns } from './in-shared-turns.js';
import type { AccountHandler, ItemCall } from './operation.js';

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ResultFormat, string>;

export interface DownloadParts {
  readonly service: VerificationService;
  readonly clock: Clock;
  /** The interval at which the caller's access is confirmed during a transfer. */
  readonly confirmEveryMs: number;
  /** A download has one until its last piece is taken. */
  readonly places: AccountPlaces;
  readonly stallTimeoutMs: number;
  readonly turns: SharedTurns;
}

/** `GET /v1/verify/tasks/{task_id}/download`: the result, or some rows of it, as CSV or as a workbook, streamed. */
export function downloadHandler(parts: DownloadParts): AccountHandler {
  const { clock, places, stallTimeoutMs, turns } = parts;
  return inPlace(
    { enter: (accountId, holder) => places.enter(accountId, holder), clock, stallTimeoutMs },
    inSharedTurns(turns, (call) => downloadReply(parts, call)),
  );
}

async function downloadReply(
  { service, confirmEveryMs, turns }: DownloadParts,
  { request, accountId, id, access }: ItemCall,
): Promise<HttpReply> {
  const asked = readDownloadQuery(request.query);
  const results = () => service.results({ accountId, taskId: taskId(id), ...asked });
  const { task, version, rows, content } = await results();
  // A workbook is compressed by itself.
  const isPacked = asked.format === 'csv' && acceptsGzip(request.header('accept-encoding'));
  const tag = strongTag(isPacked ? `${version}.gzip` : version);
  const validators = {
    etag: tag,
    vary: 'accept-encoding',
    // Private, since it belongs to one account; and revalidated each time. With no-store the tag would be useless.
    'cache-control': 'private, no-cache',
  };
  if (namesTag(request.header('if-none-match'), tag)) {
    leaveUnread(content);
    return { status: 304, headers: validators, body: '' };
  }
  const sent = (whole: AsyncIterable<Uint8Array>) => {
    const paced = turns.pace(accountId, whole);
    return isPacked ? gzipped(paced) : paced;
  };
  // Headers precede the content, so the content is rendered once more if the digest is requested. Its bytes are the same as long as nothing
  // has changed.
  const again = wantsSha256(request.header('want-repr-digest')) ? await results() : undefined;
  const digest = again?.version === version ? await reprDigest(sent(again.content)) : undefined;
  if (again !== undefined && digest === undefined) leaveUnread(again.content);
  return {
    status: 200,
    headers: {
      ...validators,
      'content-type': MEDIA_TYPES[asked.format],
      'content-disposition': attachment(resultFileName(task.file.name, asked.format)),
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      ...(digest === undefined ? {} : { 'repr-digest': digest }),
      'dialproof-rows': String(rows),
      // It is rendered while it is sent, from its beginning.
      'accept-ranges': 'none',
      // The cells are a stranger's: no browser may take them for a page.
      'x-content-type-options': 'nosniff',
    },
    body: whileAllowed(sent(content), access, confirmEveryMs),
  };
}
