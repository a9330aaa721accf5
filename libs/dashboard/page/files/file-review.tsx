import type { Preview } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { Failure } from '../parts/failure.js';
import { SmallButton } from '../parts/small-button.js';
import { ColumnChoice } from './column-choice.js';
import { FileChoice } from './file-choice.js';
import { FileNotes } from './file-notes.js';
import { KnownAnswers } from './known-answers.js';
import { ReadingSettings } from './reading-settings.js';
import type { Review } from './review.js';
import { SentBytes } from './sent-bytes.js';
import { SheetChoice } from './sheet-choice.js';
import { type FileUse, Submit } from './submit.js';
import { wasRefused } from './unfinished-upload.js';
import { usePreview } from './use-preview.js';

export interface FileReviewProps {
  readonly review: Review;
  readonly use: FileUse;
  onOther(file?: File): void;
}

/** Sending more than this again takes a while that one wants to see. */
const SLOW_BYTES = 1_000_000;

/** A file before anything is spent: the server's reading of it, its cost, and the settings. */
export function FileReview({ review, use, onOther }: FileReviewProps) {
  const { texts, formats } = useTools();
  const reading = usePreview(review);
  const [isSubmitting, setSubmitting] = useState(false);
  const { file, settings } = review;
  const { preview, readWith, change } = reading;
  const fields = preview !== undefined && use.fields?.(preview, change);
  const sentBytes = reading.progress?.totalBytes ?? 0;
  return (
    <>
      <p class="actions">
        <span>
          <bdi>
            <strong>{file.name}</strong>
          </bdi>{' '}
          <small>{formats.bytes(file.size)}</small>
        </span>
        <SmallButton disabled={isSubmitting} onClick={() => onOther()}>
          {texts.files.other}
        </SmallButton>
      </p>
      {/* Mostly the server still has the file, and nothing moves while it is read again. */}
      {reading.isLoading && (preview === undefined || sentBytes > SLOW_BYTES) && (
        <SentBytes label={texts.files.reading} progress={reading.progress} />
      )}
      {wasRefused(reading.error) ? (
        <Failure error={reading.error} title={texts.files.read} />
      ) : (
        <Failure error={reading.error} onRetry={reading.reload} />
      )}
      {preview === undefined && wasRefused(reading.error) && <FileChoice onFile={onOther} />}
      {preview !== undefined && (
        <div aria-busy={reading.isLoading} class="review">
          {/* What is under way cannot be changed. */}
          <fieldset class="grid" disabled={isSubmitting}>
            <SheetChoice preview={preview} settings={settings} onChange={change} />
            <KnownAnswers
              preview={preview}
              settings={settings}
              readWith={readWith}
              onChange={use.list === undefined ? change : undefined}
            />
          </fieldset>
          <section class="card">
            <PreviewSummary preview={preview} />
            <UnreadCells preview={preview} />
          </section>
          <fieldset disabled={isSubmitting}>
            <FileNotes
              file={file}
              preview={preview}
              settings={settings}
              readWith={readWith}
              recalled={review.recalled}
              onReset={reading.reset}
              onChange={change}
            />
          </fieldset>
          {fields && <fieldset disabled={isSubmitting}>{fields}</fieldset>}
          <Submit review={review} reading={reading} use={use} onRunning={setSubmitting} />
          <fieldset class="card" disabled={isSubmitting}>
            <ColumnChoice preview={preview} settings={settings} onChange={change} />
            <ReadingSettings
              preview={preview}
              settings={settings}
              isCsv={preview.encoding !== null}
              onChange={change}
            />
          </fieldset>
        </div>
      )}
    </>
  );
}

/** The first cells of the phone column that hold no number. */
export function UnreadCells({ preview }: { readonly preview: Preview }) {
  const { texts } = useTools();
  const { empty, examples, rows } = preview.without_number;
  // As high as the closed list, so that nothing moves when another column is chosen.
  if (rows === 0) return <p class="all-read">{texts.files.allRead}</p>;
  // Without a column of phones, there are no examples.
  if (examples.length === 0 && empty === 0) return null;
  return (
    <details>
      <summary>{texts.files.examples}</summary>
      {examples.length > 0 && (
        <>
          <p>{texts.files.examplesHelp}</p>
          <ul class="cells">
            {examples.map(({ row, text, reason }) => (
              <li key={row}>
                <small>{texts.files.row(row)}</small> <bdi>{text}</bdi>{' '}
                <small class="unread">{texts.unread[reason]}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      {empty > 0 && <p>{texts.files.empty(empty)}</p>}
    </details>
  );
}

/** The counts of rows and numbers of a file. */
function PreviewSummary({ preview }: { readonly preview: Preview }) {
  const { texts, formats } = useTools();
  const figures = [
    { label: texts.words.rows, count: preview.total, help: undefined },
    { label: texts.files.numbers, count: preview.numbers, help: undefined },
    { label: texts.files.duplicates, count: preview.duplicates, help: texts.files.duplicatesHelp },
    {
      label: texts.files.withoutNumber,
      count: preview.without_number.rows,
      help: texts.files.withoutNumberHelp,
    },
  ];
  return (
    <>
      <h2>{texts.files.summary}</h2>
      <dl class="figures lines">
        {figures.map(({ label, count, help }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>{formats.number(count)}</strong>
              {help !== undefined && <small>{help}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
