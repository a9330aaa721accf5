import type { ListRun, PhoneList } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { FormDialog } from '../parts/dialog.js';
import { Failure } from '../parts/failure.js';
import { Field } from '../parts/field.js';
import { FileSelect, useFiles } from './file-select.js';
import { ListFields } from './list-fields.js';
import { requestOf, settingsOf } from './list-settings.js';

interface ListDialogProps {
  readonly list: PhoneList;
  onClose(): void;
  onDone(): void;
}

/** The settings of a list, to be changed. */
export function EditList({ list, onClose, onDone }: ListDialogProps) {
  const { client, texts } = useTools();
  const [settings, setSettings] = useState(() => settingsOf(list));
  const save = useAction(async () => {
    await client.lists.change(list.list_id, requestOf(settings));
    onDone();
  });
  return (
    <FormDialog title={texts.lists.editTitle} yes={texts.lists.save} action={save} onClose={onClose}>
      <ListFields settings={settings} onChange={setSettings} />
    </FormDialog>
  );
}

/** The choice of another file, whose rows the list gets. Its own runs are no newer files. */
export function NewerFile({
  list,
  runs,
  onClose,
  onDone,
}: ListDialogProps & { readonly runs: readonly ListRun[] }) {
  const { client, texts } = useTools();
  const [taskId, setTaskId] = useState('');
  const files = useFiles();
  const own = new Set([list.task_id, ...runs.map(({ task_id }) => task_id)]);
  const others = files.value?.filter(({ task_id }) => !own.has(task_id));
  const replace = useAction(async () => {
    await client.lists.change(list.list_id, { task_id: taskId });
    onDone();
  });
  return (
    <FormDialog
      title={texts.lists.newer}
      yes={others?.length === 0 ? undefined : texts.lists.newerYes}
      action={replace}
      onClose={onClose}
    >
      <p>{texts.lists.newerText}</p>
      <Failure error={files.error} onRetry={files.reload} />
      {files.isLoading && <p aria-busy="true">{texts.loading}</p>}
      {others?.length === 0 && <p>{texts.lists.noNewer}</p>}
      {others !== undefined && others.length > 0 && (
        <Field label={texts.words.file} help={texts.lists.fromHelp}>
          {(attributes) => (
            <FileSelect
              files={others}
              value={taskId}
              {...attributes}
              onChoose={({ task_id }) => setTaskId(task_id)}
            />
          )}
        </Field>
      )}
      <p>
        <a href="#/">{texts.lists.verifyFirst}</a>
      </p>
    </FormDialog>
  );
}
