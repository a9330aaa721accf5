import { attackedServer } from '../server/attacked-server.js';
import { peakOf, residentMb } from '../server/process-figures.js';
import { fileForm, rawConnection, requestHead } from '../server/raw-connection.js';

export interface UnfinishedUploadsFigures {
  /** The peak memory while the uploads are open, above that of before, in MB. */
  readonly peakMb: number;
  /** How the server ended on SIGTERM, and after how many milliseconds. */
  readonly stop: { readonly how: string; readonly ms: number };
}

/** Sends only the first bytes of many files to a server with a heap of 256 MB. */
export async function unfinishedUploads(attack: {
  readonly uploads: number;
  readonly bytes: number;
  readonly openMs: number;
}): Promise<UnfinishedUploadsFigures> {
  const settings = { NODE_OPTIONS: '--max-old-space-size=256', DIALPROOF_LOG_LEVEL: 'warn' };
  const server = await attackedServer({ settings });
  try {
    const row = '+14155550100,note\n';
    const { type, body } = fileForm(`phone,note\n${row.repeat(Math.ceil(attack.bytes / row.length))}`);
    const headers = { 'content-type': type, 'content-length': String(2 * body.length) };
    const request = requestHead('POST /v1/verify/batch', server.account.token, headers) + body;
    const before = residentMb(server.pid);
    const sockets = await Promise.all(
      Array.from({ length: attack.uploads }, () => rawConnection(server.port)),
    );
    for (const socket of sockets) socket.write(request);
    const peakMb = (await peakOf(server.pid, attack.openMs)) - before;
    for (const socket of sockets) socket.destroy();
    return { peakMb, stop: await server.stop() };
  } finally {
    await server.end();
  }
}
