import type { Preview, PreviewSettings } from '../../../api/api.js';
import type { NamedContent, UploadOptions } from '../../../uploads/upload-file.js';
import type { Host } from '../../host.js';
import type { Verifier } from '../../settings/with-verifier.js';
import { progressOf } from '../../terminal/progress.js';

/** How a file would be read, and its cost. */
export function previewOf(
  { client, local }: Verifier,
  content: NamedContent,
  settings: PreviewSettings,
  host: Host,
): Promise<Preview> {
  return withProgress(content, { host, local }, (onProgress) =>
    client.preview(content, settings, { signal: host.signal, onProgress }),
  );
}

/** An upload that is sent at once needs no bar. */
const LARGE_BYTES = 1_000_000;

/** Shows how much of a large file is sent. */
export async function withProgress<Answer>(
  { size = 0 }: NamedContent,
  { host, local }: Pick<Verifier, 'local'> & { readonly host: Host },
  send: (onProgress: UploadOptions['onProgress']) => Promise<Answer>,
): Promise<Answer> {
  if (size < LARGE_BYTES) return send(undefined);
  const progress = progressOf(host, local === undefined ? 'kB sent' : 'kB read');
  const kilobytes = (bytes: number): number => Math.floor(bytes / 1_000);
  try {
    return await send(({ sentBytes }) => progress.show(kilobytes(sentBytes), kilobytes(size)));
  } finally {
    progress.stop();
  }
}
