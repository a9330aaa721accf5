import type { Preview, PreviewSettings } from '../../../api/api.js';
import type { NamedContent, UploadOptions } from '../../../uploads/upload-file.js';
import type { ProgramCommand, ServerOptions } from '../../command-line/options.js';
import type { Host } from '../../host.js';
import { type Verifier, withVerifier } from '../../settings/with-verifier.js';
import { warnIfSandbox } from '../../terminal/notices.js';
import { paintOn, writeJson, writeLines } from '../../terminal/output.js';
import { previewLines } from '../../terminal/preview-lines.js';
import { progressOf } from '../../terminal/progress.js';
import { assertReadable, withInputFile } from './input-file.js';
import { type ReadingOptions, settingsOf, withReadingOptions } from './reading-options.js';

type PreviewOptions = ServerOptions & ReadingOptions & { readonly local?: true };

/** `dialproof preview`: how a file would be read, and its cost. */
export function previewCommand(program: ProgramCommand, host: Host): void {
  const command = program
    .command('preview')
    .summary('show what a file would cost, and how it is read')
    .description('Show what a file would cost, and how it is read. Nothing is submitted.')
    .argument('<file>');
  withReadingOptions(command)
    .with('local', 'json', 'url')
    .addHelpText('after', '\n  dialproof preview people.csv --country US')
    .action(async (input: string, options: PreviewOptions) => {
      if (input !== '-') await assertReadable(input);
      await withVerifier(options, host, async (verifier) => {
        const preview = await withInputFile(input, host, (content) =>
          previewOf(verifier, content, settingsOf(options), host),
        );
        warnIfSandbox(verifier, host);
        if (options.json) return writeJson(host, preview);
        const forecast = verifier.local?.forecast(preview.numbers);
        await writeLines(host.stdout, previewLines(preview, paintOn(host.stdout, host.env), forecast));
      });
    });
}

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

/** Smaller uploads need no progress bar. */
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
