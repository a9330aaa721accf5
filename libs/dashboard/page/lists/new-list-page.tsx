import type { Task } from '@dialproof/client';
import { useId, useRef, useState } from 'preact/hooks';
import { goTo } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { FileChoice } from '../files/file-choice.js';
import { FileReview } from '../files/file-review.js';
import { type Review, useReview } from '../files/review.js';
import type { FileUse } from '../files/submit.js';
import { sendForList } from '../files/unfinished-upload.js';
import { Failure } from '../parts/failure.js';
import { Field } from '../parts/field.js';
import { ActionForm } from '../parts/form.js';
import { Heading } from '../parts/heading.js';
import { FileSelect, useFiles } from './file-select.js';
import { isColumnRefused, keysOf, ListFields } from './list-fields.js';
import { type ListSettings, newSettings, requestOf } from './list-settings.js';

const ADDRESS = 'list';

/** The settings of the lists of open files. */
const kept = new WeakMap<Review, ListSettings>();

/** Makes a list of a new file, or of one that was verified or is being verified. `taskId`: that file; empty if it is to be chosen. */
export function NewListPage({ taskId }: { readonly taskId: string }) {
  const { texts } = useTools();
  const { value, isLoading, error, reload } = useFiles(taskId);
  const [review, openFile] = useReview(ADDRESS + taskId);
  const open = (file: File | undefined) => openFile(file, { fresh_within: newSettings('').fresh });
  const chosen = value?.find(({ task_id }) => task_id === taskId);
  return (
    <section>
      <Heading>{texts.pages.newList}</Heading>
      {review === undefined ? (
        <>
          {(taskId === '' || (value !== undefined && chosen === undefined)) && <FileChoice onFile={open} />}
          <Failure error={error} onRetry={reload} />
          {value === undefined && isLoading && <p aria-busy="true">{texts.loading}</p>}
          {value !== undefined && value.length > 0 && <NewList files={value} chosen={chosen} />}
        </>
      ) : (
        <ListOfFile key={review} review={review} onOther={open} />
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
  const { client, texts } = useTools();
  const [settings, setSettings] = useState(() => kept.get(review) ?? newSettings(nameOf(review.file.name)));
  const [refusal, setRefusal] = useState<unknown>();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  /** Those that the file has as it is read now. */
  const keys = useRef<readonly string[]>([]);
  const limit = requestOf(settings).max_credits ?? null;
  const use: FileUse = {
    words: () => texts.lists.create,
    isReady: () => form.current?.reportValidity() ?? false,
    list: {
      limit: limit ?? undefined,
      form: id,
      done: texts.lists.created,
      isSaid: (error) => settings.keyColumn !== '' && isColumnRefused(error),
    },
    fields(preview, change) {
      keys.current = keysOf(preview.columns).map(([key]) => key);
      return (
        <form ref={form} id={id} class="card" onSubmit={(event) => event.preventDefault()}>
          <ListFields
            settings={settings}
            columns={preview.columns}
            price={preview.credits.held}
            refusal={refusal}
            onChange={(next) => {
              kept.set(review, next);
              setSettings(next);
              if (next.fresh !== settings.fresh) {
                change({ ...review.settings, fresh_within: next.fresh || undefined });
              }
            }}
          />
        </form>
      );
    },
    async send(sent, reading, options) {
      const { file, uploadId } = sent;
      const { name, schedule } = requestOf(settings);
      // None of another sheet.
      const key = keys.current.find((one) => one === settings.keyColumn);
      const list = { ...reading, name, schedule: schedule ?? undefined, key_column: key };
      setRefusal(undefined);
      try {
        const { list_id } = await sendForList({
          ...{ file, settings: list, list: ADDRESS },
          send: (idempotencyKey) =>
            client.lists.create({ ...list, file, upload_id: uploadId }, { ...options, idempotencyKey }),
          // The first run costs no more than was shown; the later ones have the limit of the user.
          async finish(made) {
            if (made.max_credits !== limit) await client.lists.change(made.list_id, { max_credits: limit });
          },
        });
        return { page: 'list', listId: list_id };
      } catch (error) {
        setRefusal(error);
        throw error;
      }
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
