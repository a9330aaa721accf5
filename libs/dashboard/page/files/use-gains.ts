import type { FileSettings, Preview } from '@dialproof/client';
import { useEffect, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';

export interface GainsProps {
  readonly file: File;
  readonly preview: Preview;
  readonly settings: FileSettings;
}

/** Each takes the server as long as a preview does. */
const MOST_COUNTED = 3;

/**
 * How many more or fewer numbers the file has with each of these changes of its settings, such as ` (+312)`: it is put behind the words of
 * the change. The server counts them in the file that it has kept. Nothing waits for that, and a change that is not counted or gains nothing
 * has an empty text.
 */
export function useGains(
  changes: readonly FileSettings[],
  { file, preview, settings }: GainsProps,
): readonly string[] {
  const { client, formats } = useTools();
  const [gains, setGains] = useState<readonly number[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const count = async (): Promise<void> => {
      const kept = { upload_id: preview.upload?.upload_id, keep_upload: true };
      for (const change of kept.upload_id === undefined ? [] : changes.slice(0, MOST_COUNTED)) {
        const { numbers } = await client.preview(file, { ...settings, ...change, ...kept }, { signal });
        if (!signal.aborted) setGains((before) => [...before, numbers - preview.numbers]);
      }
    };
    setGains([]);
    count().catch(() => undefined);
    return () => stop.abort();
  }, [preview, client]);
  return changes.map((_, index) => (gains[index] ? ` (${formats.change(gains[index])})` : ''));
}
