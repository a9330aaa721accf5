import type { FileSettings, Preview, UploadProgress } from '@dialproof/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useLoaded } from '../app/use-loaded.js';
import { settingsFor, signOfHeader } from './remembered-settings.js';

export interface FilePreview {
  readonly preview: Preview | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** The sent part of the file. */
  readonly progress: UploadProgress | undefined;
  readonly settings: FileSettings;
  /** Whether the settings are those of an earlier file. */
  readonly isRecalled: boolean;
  /** The sign of the file's header, once it is known. */
  readonly sign: string | undefined;
  change(settings: FileSettings): void;
  reload(): void;
}

/** The server's preview of a file, repeated after each change of its settings. The first preview recalls those of files with the same header. */
export function usePreview(file: File): FilePreview {
  const { client, texts, announce } = useTools();
  const [settings, setSettings] = useState<FileSettings>({});
  const [isRecalled, setRecalled] = useState(false);
  const [progress, setProgress] = useState<UploadProgress>();
  const sign = useRef<string | undefined>(undefined);
  const loaded = useLoaded(
    async (signal) => {
      setProgress(undefined);
      const preview = await client.preview(file, settings, { signal, onProgress: setProgress });
      if (signal.aborted || sign.current !== undefined) return preview;
      // The header as the server finds it, whatever is said of the file later.
      sign.current = signOfHeader(preview);
      const recalled = settingsFor(sign.current, preview);
      if (recalled === undefined) return preview;
      setRecalled(true);
      setSettings(recalled);
      return preview;
    },
    [file, settings],
  );
  const { value, isLoading } = loaded;
  useEffect(() => {
    if (value !== undefined && !isLoading) announce(texts.files.previewed(value.total));
  }, [value, isLoading, announce, texts]);
  return {
    preview: value,
    error: loaded.error,
    isLoading,
    progress,
    settings,
    isRecalled,
    sign: sign.current,
    reload: loaded.reload,
    change(next) {
      setRecalled(false);
      setSettings(next);
    },
  };
}
