import { isDialproofError } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import type { Texts } from '../texts/en.js';

export interface FailureProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
}

/** A failure in words, with a button to try again. Renders nothing without a failure. */
export function Failure({ error, title, onRetry }: FailureProps) {
  const { texts, formats } = useTools();
  if (error === undefined) return null;
  const refusal = isDialproofError(error) ? error : undefined;
  // Of a damaged file, a row is only named where its quotes are wrong.
  const atRow = refusal?.code === 'malformed_file' ? texts.failures.unclosedQuote : texts.failures.atRow;
  return (
    <div class="notice failure" role="alert">
      <p>
        <strong>{title ?? texts.failures.title}</strong>
      </p>
      <p>
        {failureText(error, texts)}
        {refusal?.row !== undefined && ` ${atRow(formats.number(refusal.row))}`}
      </p>
      {refusal?.retryAfterMs !== undefined && (
        <p>{texts.failures.retryAfter(formats.duration(refusal.retryAfterMs))}</p>
      )}
      {/* The log has its reason. A refusal says its own. */}
      {refusal?.requestId !== undefined && (refusal.status ?? 0) >= 500 && (
        <p>
          <small>{texts.failures.request(refusal.requestId)}</small>
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {texts.again}
        </button>
      )}
    </div>
  );
}

/** Whether something has failed that nobody expects to fail: a defect of the page. */
export function isDefect(error: unknown): boolean {
  return !isDialproofError(error) && !(error instanceof DOMException);
}

export function failureText(error: unknown, texts: Texts): string {
  const { codes, ofPage, other } = texts.failures;
  if (isDefect(error)) return `${ofPage} ${error}`;
  // Browsers report this for a file that has changed since it was chosen.
  if (error instanceof DOMException && error.name === 'NotReadableError')
    return codes['file_unreadable'] ?? '';
  return (isDialproofError(error) ? codes[error.code] : undefined) ?? other;
}
