import {
  type Download,
  RESULT_COLUMNS,
  RESULT_FORMATS,
  type ResultFormat,
  type Task,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { useLoaded } from '../app/use-loaded.js';
import { Checkbox } from '../parts/field.js';
import { ActionForm, Choices } from '../parts/form.js';
import { StatusName } from '../parts/status-name.js';

export interface DownloadFormProps {
  readonly task: Task;
  /** The format that is chosen at first. */
  readonly preferred: ResultFormat;
}

/** All of a result, or the rows with some of the statuses, as a .csv or a workbook. */
export function DownloadForm({ task, preferred }: DownloadFormProps) {
  const { client, texts, formats, offers } = useTools();
  const save = useSave();
  const [chosen, setChosen] = useState<readonly VerificationStatus[]>(VERIFICATION_STATUSES);
  const [format, setFormat] = useState(preferred);
  const [withDetails, setDetails] = useState(false);
  const [withoutFormulas, setFormulas] = useState(false);
  const [withMark, setMark] = useState(false);
  const [withoutSuppressed, setSuppressed] = useState(false);
  const hasSuppressed = useLoaded(
    async (signal) =>
      offers('GET /v1/suppressions') &&
      (await client.suppressions.list({ limit: 1 }, { signal }).page()).items.length > 0,
    [],
  );
  const isPartial = task.status === 'failed';
  const download = useAction(async () => {
    const all = chosen.length === VERIFICATION_STATUSES.length;
    const result = await client.download(task.task_id, {
      format,
      ...(all ? {} : { status: chosen }),
      ...(withDetails ? { columns: RESULT_COLUMNS } : {}),
      ...(isPartial ? { partial: true } : {}),
      ...(withoutSuppressed ? { suppressed: 'leave_out' } : {}),
      ...(withoutFormulas && format === 'csv' ? { neutralize_formulas: true } : {}),
    });
    await save(result, withMark && format === 'csv' ? '\ufeff' : '');
  });
  return (
    <ActionForm
      action={download}
      submit={texts.task.downloadChosen}
      running={texts.task.downloading}
      missing={chosen.length === 0 && texts.task.downloadNone}
    >
      <Choices
        legend={texts.task.downloadRows}
        all={VERIFICATION_STATUSES}
        chosen={chosen}
        onChoose={setChosen}
      >
        {(status) => (
          <>
            <StatusName status={status} /> <small>{formats.number(task.summary[status])}</small>
          </>
        )}
      </Choices>
      <fieldset class="list">
        <legend>{texts.task.format}</legend>
        {RESULT_FORMATS.map((one) => (
          <label key={one}>
            <input type="radio" name="format" checked={one === format} onChange={() => setFormat(one)} />
            {texts.task[one]}
          </label>
        ))}
      </fieldset>
      <fieldset class="list">
        <Checkbox checked={withDetails} onCheck={setDetails}>
          {texts.task.details}
        </Checkbox>
        {hasSuppressed.value === true && (
          <Checkbox checked={withoutSuppressed} onCheck={setSuppressed}>
            {texts.suppressions.leaveOut}
          </Checkbox>
        )}
        {format === 'csv' && (
          <>
            <Checkbox checked={withoutFormulas} onCheck={setFormulas}>
              {texts.task.formulas}
            </Checkbox>
            <Checkbox checked={withMark} onCheck={setMark}>
              {texts.task.bom}
            </Checkbox>
          </>
        )}
      </fieldset>
    </ActionForm>
  );
}

/** The time within which a browser begins to save the target of a link. */
const KEPT_MS = 60_000;

/** Has the browser save a file of the API behind a prefix, as it saves downloads, and says so. */
export function useSave(): (file: Download, prefix?: string) => Promise<void> {
  const { texts, announce } = useTools();
  return async (file, prefix = '') => {
    const content = await file.blob();
    const address = URL.createObjectURL(new Blob([prefix, content], { type: content.type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = file.fileName;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
    announce(texts.task.downloaded(file.fileName, file.rows), true);
  };
}
