import type { FileSettings, Preview, UploadProgress } from '@dialproof/client';
import { useEffect, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useLoaded } from '../app/use-loaded.js';
import type { Texts } from '../texts/en.js';
import type { Review } from './review.js';

export interface FilePreview {
  readonly preview: Preview | undefined;
  /** The settings of `preview`: while it is read again, they are not those of the review. */
  readonly readWith: FileSettings;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** The sent part of the file. */
  readonly progress: UploadProgress | undefined;
  change(settings: FileSettings): void;
  /** Reads the file without settings of an earlier one. */
  reset(): void;
  reload(): void;
}

/**
 * The server's preview of a file, repeated after each change of its settings. The first preview, and the first one of another sheet or
 * encoding, asks for the settings of the last file with the same header. The first one sends the file, which the server then keeps for the
 * next ones and for the submit.
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
      if (!signal.aborted) review.uploadId = preview.upload?.upload_id;
      if (settings.reading !== undefined && review.settings === settings) {
        // From now on, the settings are stated: they can be changed, and the submit reads what was shown.
        const { reading: _, ...given } = settings;
        review.settings = { ...given, ...preview.remembered };
        review.recalled = preview.notes.find(({ code }) => code === 'reading_remembered') ?? review.recalled;
      }
      return { preview, readWith: review.settings };
    },
    [file, changes],
  );
  const { isLoading } = loaded;
  const value = loaded.value?.preview;
  // Not of the present settings: their preview has another cost.
  const country = loaded.value?.readWith.default_country;
  useEffect(() => {
    if (value === undefined || isLoading) return;
    const { column_reason: reason, columns, phone_column_index: read } = value;
    const column = reason === 'not_found' ? undefined : columns.find(({ index }) => index === read);
    const parts = [
      texts.files.previewed(value.total),
      ...(column === undefined ? [] : [`${texts.task.column}: ${column.name}.`]),
      ...(country === undefined ? [] : [`${texts.files.readAsOf(formats.country(country))}.`]),
      nextStep(value, texts) ?? `${texts.files.atMost(value.credits.charged)}.`,
    ];
    announce(parts.join(' '));
  }, [value, isLoading, country, announce, texts, formats]);
  useEffect(() => () => announce(''), [announce]);
  const readWithSettings = (next: FileSettings): void => {
    review.settings = next;
    setChanges((count) => count + 1);
  };
  return {
    preview: value,
    readWith: loaded.value?.readWith ?? settings,
    error: loaded.error,
    isLoading,
    progress,
    reload: loaded.reload,
    change(next) {
      const isSameHeader = next.sheet === settings.sheet && next.encoding === settings.encoding;
      readWithSettings(isSameHeader ? next : { ...next, reading: 'remembered' });
    },
    reset() {
      // These are never those of an earlier file.
      const { encoding, fresh_within, sheet } = settings;
      review.recalled = undefined;
      readWithSettings({ encoding, fresh_within, sheet });
    },
  };
}

/** What a file without numbers needs first; undefined for one that has some. One of known numbers alone is free, and may be submitted. */
export function nextStep({ notes, numbers }: Preview, { files }: Texts): string | undefined {
  if (numbers > 0) return undefined;
  return notes.some(({ code }) => code === 'country_needed') ? files.countryFirst : files.nothing;
}
