import type { DialproofClient, FileSettings, Preview, UploadProgress } from '@dialproof/client';
import { useEffect, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useLoaded } from '../app/use-loaded.js';

export interface FilePreview {
  readonly preview: Preview | undefined;
  /** The settings of `preview`: while it is read again, they are not those of the review. */
  readonly readWith: FileSettings;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** The sent part of the file. */
  readonly progress: UploadProgress | undefined;
  change(settings: FileSettings): void;
  reload(): void;
}

/**
 * The server's preview of a file, repeated after each change of its settings. The first preview asks for those of the last file with the
 * same header, and sends the file, which the server then keeps for the next ones and for the submit.
 */
export function usePreview(review: Review): FilePreview {
  const { client, texts, formats, offers, announce } = useTools();
  const { file, settings } = review;
  const [changes, setChanges] = useState(0);
  const [progress, setProgress] = useState<UploadProgress>();
  const loaded = useLoaded(
    async (signal) => {
      setProgress(undefined);
      // A server that keeps no files remembers none.
      const reading = offers('GET /v1/verify/tasks') ? settings.reading : undefined;
      const asked = { ...settings, reading, upload_id: review.uploadId, keep_upload: true };
      const preview = await client.preview(file, asked, { signal, onProgress: setProgress });
      if (!signal.aborted) {
        review.uploadId = preview.upload?.upload_id;
        // From now on, the settings are stated: they can be changed, and the submit reads what was shown.
        if (settings.reading !== undefined) review.settings = preview.remembered ?? {};
      }
      return { preview, readWith: review.settings };
    },
    [file, changes],
  );
  const { isLoading } = loaded;
  const value = loaded.value?.preview;
  const country = settings.default_country;
  useEffect(() => {
    if (value === undefined || isLoading) return;
    const { column_reason: reason, columns, phone_column_index: read } = value;
    const column = reason === 'not_found' ? undefined : columns.find(({ index }) => index === read);
    const parts = [
      texts.files.previewed(value.total),
      ...(column === undefined ? [] : [`${texts.task.column}: ${column.name}.`]),
      ...(country === undefined ? [] : [`${texts.files.readAsOf(formats.country(country))}.`]),
      `${texts.files.atMost(value.credits.charged)}.`,
    ];
    announce(parts.join(' '));
  }, [value, isLoading, country, announce, texts, formats]);
  return {
    preview: value,
    readWith: loaded.value?.readWith ?? settings,
    error: loaded.error,
    isLoading,
    progress,
    reload: loaded.reload,
    change(next) {
      review.settings = next;
      setChanges((count) => count + 1);
    },
  };
}

/** A file that was chosen and not submitted yet, with its settings and its preview. It is kept while the user visits another part of the page. */
export interface Review {
  readonly file: File;
  settings: FileSettings;
  /** Names the file to the server for as long as the server keeps it. */
  uploadId: string | undefined;
}

/** By client: each account that signs in has its own client. */
const reviews = new WeakMap<DialproofClient, Review>();

export function newReview(file: File): Review {
  return { file, settings: { reading: 'remembered' }, uploadId: undefined };
}

export function openReview(client: DialproofClient): Review | undefined {
  return reviews.get(client);
}

export function keepReview(client: DialproofClient, review: Review | undefined): void {
  if (review === undefined) reviews.delete(client);
  else reviews.set(client, review);
}
