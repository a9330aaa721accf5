import { useTools } from '../app/tools.js';
import { withKey } from '../app/unanswered-post.js';
import { useLoaded } from '../app/use-loaded.js';
import { ListTable } from '../lists/lists-page.js';
import { Heading } from '../parts/heading.js';
import { TaskTable } from '../tasks/task-table.js';
import { FileChoice } from './file-choice.js';
import { FileReview } from './file-review.js';
import { useReview } from './review.js';
import type { FileUse } from './submit.js';
import { forgetUpload, keyFor, unfinishedUpload, wasRefused } from './unfinished-upload.js';

/** From a file to a task: choose it, review it, submit it. */
export function FilesPage() {
  const { client, texts, offers } = useTools();
  const [review, open] = useReview();
  const unfinished = unfinishedUpload();
  const use: FileUse = {
    words: texts.files.submit,
    async send(sent, settings, options) {
      const { file, uploadId } = sent;
      const upload = (idempotencyKey: string | undefined) =>
        client.submit(file, { ...settings, upload_id: uploadId }, { ...options, idempotencyKey });
      try {
        const task = await withKey(keyFor(file, settings), upload);
        forgetUpload();
        return { page: 'task', taskId: task.id };
      } catch (error) {
        if (wasRefused(error)) forgetUpload();
        throw error;
      }
    },
  };
  return (
    <section>
      <Heading>{texts.pages.files}</Heading>
      {review === undefined ? (
        <>
          <p>{texts.files.intro}</p>
          {unfinished !== undefined && (
            <p class="notice" dir="auto">
              {texts.files.interrupted(unfinished.fileName)}
            </p>
          )}
          <FileChoice onFile={open} />
          {offers('GET /v1/verify/tasks') && offers('GET /v1/credits') && <RecentFiles />}
        </>
      ) : (
        <FileReview key={review} review={review} use={use} onOther={open} />
      )}
    </section>
  );
}

const SHOWN = 5;

/** The account's latest files, its credits and its lists. Renders nothing if they cannot be loaded: new files are verified without them. */
export function RecentFiles() {
  const { client, texts, offers } = useTools();
  const recent = useLoaded(async (signal) => {
    const [{ items }, { available }, lists] = await Promise.all([
      client.tasks({ limit: SHOWN }, { signal }).page(),
      client.credits({ signal }),
      // Before it is known what the server offers, it is asked for lists that it may not have.
      offers('GET /v1/lists') ? client.lists.list({ signal }).catch(() => []) : [],
    ]);
    return { tasks: items, available, lists };
  }, []);
  if (recent.value === undefined) {
    return recent.isLoading ? <p aria-busy="true">{texts.loading}</p> : null;
  }
  if (recent.value.tasks.length === 0) return <p>{texts.files.balance(recent.value.available)}</p>;
  const { available, lists, tasks } = recent.value;
  return (
    <>
      <section class="card">
        <h2>{texts.files.recent}</h2>
        <TaskTable label={texts.files.recent} tasks={tasks} />
        <p class="actions">
          <span>{texts.files.balance(available)}</span>
          <a href="#/history">{texts.files.allFiles}</a>
        </p>
      </section>
      {lists.length > 0 && (
        <section class="card">
          <h2>{texts.pages.lists}</h2>
          <ListTable lists={lists.slice(0, SHOWN)} />
          <p class="actions">
            <a href="#/lists">{texts.files.allLists}</a>
          </p>
        </section>
      )}
    </>
  );
}
