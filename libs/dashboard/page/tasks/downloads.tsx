import { RESULT_FORMATS, type ResultFormat, type Task, type VerificationStatus } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { Failure } from '../parts/failure.js';
import { DownloadForm, useSave } from './download-form.js';
import { reachableRows } from './status-chart.js';

const REACHABLE: readonly VerificationStatus[] = ['wa_registered', 'telegram_registered'];

type Save = (format: ResultFormat, status?: readonly VerificationStatus[]) => Promise<void>;

/** Downloads the result of a file, and the format that suits the reader. */
function useDownload(task: Task): readonly [Save, ResultFormat] {
  const { client, formats } = useTools();
  const saveResult = useSave();
  const save: Save = async (format, status) => {
    const result = await client.download(task.task_id, {
      format,
      status,
      ...(task.status === 'failed' ? { partial: true } : {}),
    });
    await saveResult(result);
  };
  // Where decimals have a comma, spreadsheets split a .csv at semicolons.
  return [save, task.sheet !== null || formats.decimalComma ? 'xlsx' : 'csv'];
}

/** The download of a file in a list, in which it has this name. */
export function DownloadButton({ task, name }: { readonly task: Task; readonly name: string }) {
  const { texts } = useTools();
  const [save, preferred] = useDownload(task);
  const download = useAction(() => save(preferred));
  return (
    <>
      <button
        type="button"
        class="secondary small"
        aria-label={`${texts.task.downloadAs[preferred]}: ${name}`}
        aria-busy={download.isRunning}
        onClick={() => void download.run()}
      >
        {texts.task.formatNames[preferred]}
      </button>
      <Failure error={download.error} />
    </>
  );
}

/** The result of a file: all of it in two formats, the rows that can be reached, and what else may be asked for. */
export function Downloads({ task }: { readonly task: Task }) {
  const { texts } = useTools();
  /** What is being downloaded: a format, or the rows that can be reached. */
  const [asked, setAsked] = useState<ResultFormat | 'reachable'>();
  const [hasMore, setMore] = useState(false);
  const [save, preferred] = useDownload(task);
  const download = useAction(async (format: ResultFormat, status?: readonly VerificationStatus[]) => {
    setAsked(status === undefined ? format : 'reachable');
    await save(format, status);
  });
  const ordered = [preferred, ...RESULT_FORMATS.filter((format) => format !== preferred)];
  const reachable = reachableRows(task);
  return (
    <>
      <h2 class="visually-hidden">{texts.task.download}</h2>
      {task.status === 'failed' && <p>{texts.task.partial}</p>}
      <p class="actions">
        {ordered.map((format, index) => (
          <button
            key={format}
            type="button"
            class={index === 0 ? undefined : 'secondary'}
            aria-busy={download.isRunning && asked === format}
            onClick={() => void download.run(format)}
          >
            {texts.task.downloadAs[format]}
          </button>
        ))}
        {reachable > 0 && reachable < task.total && (
          <button
            type="button"
            class="secondary"
            aria-busy={download.isRunning && asked === 'reachable'}
            onClick={() => void download.run(preferred, REACHABLE)}
          >
            {texts.task.onlyReachable(reachable)}
          </button>
        )}
      </p>
      <Failure error={download.error} />
      {/* What the form asks the server for, it asks when somebody looks at it. */}
      <details onToggle={() => setMore(true)}>
        <summary>{texts.task.moreDownloads}</summary>
        {hasMore && <DownloadForm task={task} preferred={preferred} />}
      </details>
    </>
  );
}
