import type { PhoneList } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { FormDialog } from '../parts/dialog.js';
import { isColumnRefused, ListFields } from './list-fields.js';
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
    <FormDialog
      title={texts.lists.editTitle}
      yes={texts.lists.save}
      action={save}
      isSaid={isColumnRefused(save.error)}
      onClose={onClose}
    >
      <ListFields settings={settings} refusal={save.error} onChange={setSettings} />
    </FormDialog>
  );
}
