import type { DownloadQuery } from '../api/api.js';
import type { RequestSender } from '../requests/request-sender.js';
import type { Download, DownloadOptions } from './download.js';
import { downloadOf } from './result-reply.js';

/** Asks for a result, and resolves when it begins to arrive. */
export function downloadResult(
  sender: RequestSender,
  taskId: string,
  query: DownloadQuery = {},
  { digest = true, ...options }: DownloadOptions = {},
): Promise<Download> {
  const isAsked = digest && (query.format === 'xlsx' || mayRefuseCompression());
  return sender.send(
    'download',
    {
      id: taskId,
      query: { ...query },
      headers: {
        accept: '*/*',
        // The digest is that of the sent bytes; unpacked bytes have another one.
        ...(isAsked ? { 'want-repr-digest': 'sha-256=1', 'accept-encoding': 'identity' } : {}),
      },
      options,
    },
    async (response, deadline) =>
      downloadOf(response, deadline, options.timeoutMs ?? sender.options.timeoutMs),
  );
}

/** Pages cannot choose the compression: their browser removes the header from their requests. */
function mayRefuseCompression(): boolean {
  const request = new Request('http://localhost/', { headers: { 'accept-encoding': 'identity' } });
  return request.headers.has('accept-encoding');
}
