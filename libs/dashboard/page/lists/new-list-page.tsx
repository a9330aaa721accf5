import type { Task } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { goTo } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { Failure } from '../parts/failure.js';
import { Field } from '../parts/field.js';
import { ActionForm } from '../parts/form.js';
import { Heading } from '../parts/heading.js';
import { FileSelect, useFiles } from './file-select.js';
import { ListFields } from './list-fields.js';
import { newSettings, requestOf } from './list-settings.js';

/** A form for a new list of a file that was verified, or is being verified. `taskId`: that file; empty if it is to be chosen. */
export function NewListPage({ taskId }: { readonly taskId: string }) {
  const { texts } = useTools();
  const files = useFiles(taskId);
  return (
    <section>
      <Heading>{texts.pages.newList}</Heading>
      <Failure error={files.error} onRetry={files.reload} />
      {files.value === undefined && files.isLoading && <p aria-busy="true">{texts.loading}</p>}
      {files.value?.length === 0 && (
        <>
          <p>{texts.lists.noFiles}</p>
          <a class="button" href="#/">
            {texts.pages.files}
          </a>
        </>
      )}
      {files.value !== undefined && files.value.length > 0 && (
        <NewList files={files.value} chosen={files.value.find(({ task_id }) => task_id === taskId)} />
      )}
    </section>
  );
}

interface NewListProps {
  readonly files: readonly Task[];
  readonly chosen: Task | undefined;
}

function NewList({ files, chosen }: NewListProps) {
  const { client, texts, announce } = useTools();
  const [file, setFile] = useState(chosen);
  const [settings, setSettings] = useState(() => newSettings(nameOf(chosen)));
  const post = useUnansweredPost();
  const create = useAction(async () => {
    if (file === undefined) return;
    const request = { ...requestOf(settings), task_id: file.task_id };
    const list = await post.send(JSON.stringify(request), (key) => client.lists.create(request, key));
    announce(texts.lists.created);
    goTo({ page: 'list', listId: list.list_id });
  });
  return (
    <ActionForm
      class="narrow card"
      action={create}
      submit={texts.lists.create}
      running={texts.lists.creating}
      beside={<a href="#/">{texts.lists.verifyFirst}</a>}
    >
      <Field label={texts.words.file} help={texts.lists.fromHelp}>
        {(attributes) => (
          <FileSelect
            files={files}
            value={file?.task_id ?? ''}
            {...attributes}
            onChoose={(next) => {
              // A name that somebody has written stays.
              if (settings.name === nameOf(file)) setSettings({ ...settings, name: nameOf(next) });
              setFile(next);
            }}
          />
        )}
      </Field>
      <ListFields settings={settings} onChange={setSettings} />
    </ActionForm>
  );
}

/** A name for the list of a file. */
function nameOf(file: Task | undefined): string {
  return file?.file_name.replace(/\.(?:csv|xlsx)$/i, '') ?? '';
}
