import type { UploadProgress } from '@dialproof/client';
import { useTools } from '../app/tools.js';

export interface SentBytesProps {
  readonly label: string;
  readonly progress: UploadProgress | undefined;
}

/** The progress of an upload. When everything was sent, the server reads it, which cannot be measured here. */
export function SentBytes({ label, progress }: SentBytesProps) {
  const { texts, formats } = useTools();
  const { sentBytes = 0, totalBytes } = progress ?? {};
  const isSent = totalBytes !== undefined && sentBytes >= totalBytes;
  const isMeasured = totalBytes !== undefined && !isSent;
  const sent = isMeasured ? texts.files.sent(formats.bytes(sentBytes), formats.bytes(totalBytes)) : '';
  return (
    <div class="sent">
      <p>
        {label}
        <small>{isSent ? texts.files.serverReads : sent}</small>
      </p>
      <progress aria-label={label} {...(isMeasured ? { value: sentBytes, max: totalBytes } : {})} />
    </div>
  );
}
