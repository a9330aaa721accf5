import type { Task } from '@dialproof/client';
import { useRef, useState } from 'preact/hooks';
import { goTo } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { FileChoice } from '../files/file-choice.js';
import { FileReview } from '../files/file-review.js';
import type { FileUse } from '../files/submit.js';
import { newReview, type Review } from '../files/use-preview.js';
import { Failure } from '../parts/failure.js';
import { Field } from '../parts/field.js';
import { ActionForm } from '../parts/form.js';
import { Heading } from '../parts/heading.js';
import { FileSelect, useFiles } from './file-select.js';
import { isColumnRefused, ListFields } from './list-fields.js';
import { newSettings, requestOf } from './list-settings.js';

/** Makes a list of a new file, or of one that was verified or is being verified. `taskId`: that file; empty if it is to be chosen. */
export function NewListPage({ taskId }: { readonly taskId: string }) {
  const { texts } = useTools();
  const files = useFiles(taskId);
  const [review, setReview] = useState<Review>();
  const open = (file: File | undefined) =>
    setReview(file && newReview(file, { fresh_within: newSettings('').fresh }));
  if (review !== undefined) {
    return (
      <section>
        <Heading>{texts.pages.newList}</Heading>
        <ListOfFile key={review} review={review} onOther={open} />
      </section>
    );
  }
  return (
    <section>
      <Heading>{texts.pages.newList}</Heading>
      {taskId === '' && <FileChoice onFile={open} />}
      <Failure error={files.error} onRetry={files.reload} />
      {files.value === undefined && files.isLoading && <p aria-busy="true">{texts.loading}</p>}
      {files.value !== undefined && files.value.length > 0 && (
        <NewList files={files.value} chosen={files.value.find(({ task_id }) => task_id === taskId)} />
      )}
    </section>
  );
}

interface ListOfFileProps {
  readonly review: Review;
  onOther(file?: File): void;
}

/** A list of a file that is sent now, and its cost. */
function ListOfFile({ review, onOther }: ListOfFileProps) {
  const { client, texts, announce } = useTools();
  const [settings, setSettings] = useState(() => newSettings(nameOf(review.file.name)));
  const form = useRef<HTMLFormElement>(null);
  const post = useUnansweredPost();
  const use: FileUse = {
    words: () => texts.lists.create,
    isReady: () => form.current?.reportValidity() ?? false,
    fields: ({ columns }, change) => (
      <form ref={form} class="card" onSubmit={(event) => event.preventDefault()}>
        <ListFields
          settings={settings}
          columns={columns}
          onChange={(next) => {
            setSettings(next);
            if (next.fresh !== settings.fresh) {
              change({ ...review.settings, fresh_within: next.fresh || undefined });
            }
          }}
        />
      </form>
    ),
    async send({ file, uploadId }, reading, options) {
      const { key_column, max_credits, name, schedule } = requestOf(settings);
      const list = {
        ...reading,
        name,
        schedule: schedule ?? undefined,
        // That of each run, and of none if it is left empty.
        max_credits: max_credits ?? undefined,
        key_column: key_column ?? undefined,
      };
      const { size, lastModified } = file;
      const request = JSON.stringify([file.name, size, lastModified, list]);
      const { list_id } = await post.send(request, (key) =>
        client.lists.create({ ...list, file, upload_id: uploadId }, { ...options, ...key }),
      );
      announce(texts.lists.created);
      return { page: 'list', listId: list_id };
    },
  };
  return <FileReview review={review} use={use} onOther={onOther} />;
}

interface NewListProps {
  readonly files: readonly Task[];
  readonly chosen: Task | undefined;
}

/** A form for a new list of a file that was submitted before: it costs nothing now. */
function NewList({ files, chosen }: NewListProps) {
  const { client, texts, announce } = useTools();
  const [file, setFile] = useState(chosen);
  const [settings, setSettings] = useState(() => newSettings(nameOf(chosen?.file_name)));
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
      isSaid={isColumnRefused(create.error)}
    >
      {chosen === undefined && <h2>{texts.lists.orVerified}</h2>}
      <Field label={texts.words.file} help={texts.lists.fromHelp}>
        {(attributes) => (
          <FileSelect
            files={files}
            value={file?.task_id ?? ''}
            {...attributes}
            onChoose={(next) => {
              // A name that somebody has written stays.
              if (settings.name === nameOf(file?.file_name)) {
                setSettings({ ...settings, name: nameOf(next.file_name) });
              }
              setFile(next);
            }}
          />
        )}
      </Field>
      <ListFields settings={settings} refusal={create.error} onChange={setSettings} />
    </ActionForm>
  );
}

/** A name for the list of a file. */
function nameOf(fileName = ''): string {
  return fileName.replace(/\.(?:csv|xlsx)$/i, '');
}
