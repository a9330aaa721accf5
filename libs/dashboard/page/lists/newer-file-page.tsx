import type { PhoneList, Task } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { addressOf, goTo } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { useLoaded } from '../app/use-loaded.js';
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
import { isColumnRefused } from './list-fields.js';

/** Gives a list the rows of a newer file: of one that is sent now, or of one that was verified. */
export function NewerFilePage({ listId }: { readonly listId: string }) {
  const { client, texts } = useTools();
  const { value, isLoading, error, reload } = useLoaded(
    async (signal) => {
      const [list, runs] = await Promise.all([
        client.lists.get(listId, { signal }),
        client.lists.runs(listId, { signal }),
      ]);
      return { list, own: new Set([list.task_id, ...runs.map(({ task_id }) => task_id)]) };
    },
    [listId],
  );
  const files = useFiles();
  const [review, openFile] = useReview(listId);
  const open = (file: File | undefined) =>
    openFile(file, { fresh_within: value?.list.fresh_within ?? undefined });
  // Its own runs are no newer files.
  const others = files.value?.filter(({ task_id }) => value?.own.has(task_id) === false);
  return (
    <section>
      <Heading>{texts.pages.newerFile}</Heading>
      {value !== undefined && (
        <p>
          {texts.pages.list}:{' '}
          <a href={addressOf({ page: 'list', listId })}>
            <bdi>{value.list.name}</bdi>
          </a>
          . {texts.lists.newerText}
        </p>
      )}
      <Failure error={error ?? files.error} onRetry={error === undefined ? files.reload : reload} />
      {value === undefined && isLoading && <p aria-busy="true">{texts.loading}</p>}
      {value !== undefined && review !== undefined && (
        <NewerFile key={review} list={value.list} review={review} onOther={open} />
      )}
      {value !== undefined && review === undefined && (
        <>
          <FileChoice onFile={open} />
          {others !== undefined && others.length > 0 && <VerifiedFile list={value.list} files={others} />}
        </>
      )}
    </section>
  );
}

interface NewerFileProps {
  readonly list: PhoneList;
  readonly review: Review;
  onOther(file?: File): void;
}

/** A file that is sent now, and its cost. */
function NewerFile({ list, review, onOther }: NewerFileProps) {
  const { client, texts } = useTools();
  const { key_column: key, list_id: listId, max_credits: limit } = list;
  const [lacksKey, setLacksKey] = useState(false);
  const use: FileUse = {
    words: texts.files.submit,
    list: {
      limit: limit ?? undefined,
      done: texts.lists.replaced,
      isSaid: (error) => key !== null && isColumnRefused(error),
    },
    fields: () =>
      lacksKey && (
        <p class="notice warning" role="alert">
          {texts.lists.lacksKeyColumn(key ?? '')}
        </p>
      ),
    async send(sent, settings, options) {
      const { file, uploadId } = sent;
      setLacksKey(false);
      try {
        await sendForList({
          ...{ file, settings, list: listId },
          send: (idempotencyKey) =>
            client.lists.runFile(
              listId,
              file,
              { ...settings, upload_id: uploadId },
              { ...options, idempotencyKey },
            ),
        });
        return { page: 'list', listId };
      } catch (error) {
        setLacksKey(isColumnRefused(error));
        throw error;
      }
    },
  };
  return <FileReview review={review} use={use} onOther={onOther} />;
}

/** A file that was submitted before: its rows cost nothing now. */
function VerifiedFile({ list, files }: { readonly list: PhoneList; readonly files: readonly Task[] }) {
  const { client, texts, announce } = useTools();
  const [taskId, setTaskId] = useState('');
  const replace = useAction(async () => {
    await client.lists.change(list.list_id, { task_id: taskId });
    announce(texts.lists.replaced);
    goTo({ page: 'list', listId: list.list_id });
  });
  return (
    <ActionForm class="narrow card" action={replace} submit={texts.lists.newerYes}>
      <h2>{texts.lists.orVerified}</h2>
      <Field label={texts.words.file} help={texts.lists.fromHelp}>
        {(attributes) => (
          <FileSelect
            files={files}
            value={taskId}
            {...attributes}
            onChoose={({ task_id }) => setTaskId(task_id)}
          />
        )}
      </Field>
    </ActionForm>
  );
}
