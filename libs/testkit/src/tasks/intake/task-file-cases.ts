import { NOTE_CODES, NOTE_LIMITS, type TaskFile, type TaskNote } from '@dialproof/core';
import { sameJson } from '../../runner/expectations.js';
import type { DefineTimedCase } from '../../runner/own-time.js';
import { beginDraft, finishedTask, sampleContents, taskOf } from '../subject/sample-task.js';
import type { TaskStoreSubject } from '../subject/task-store-subject.js';

/** Characters of cells that a hint may quote: those that end texts, that are escaped, and that take two units of UTF-16. */
const CELLS = '\u0000"\'\\\t\r\n\u0085\u2028<&>%;😀電話 هاتف\u200e';

/** As many notes as a task may have, each as long as it may be, and no two the same. */
const MOST_NOTES: readonly TaskNote[] = Array.from({ length: NOTE_LIMITS.notes }, (_, index) => ({
  code: NOTE_CODES[index % NOTE_CODES.length] ?? 'lines_skipped',
  hint: `${index}: ${CELLS}`.padEnd(NOTE_LIMITS.hintChars, 'é'),
}));

export function taskFileCases(it: DefineTimedCase<TaskStoreSubject>): void {
  /** Expects a task to have this file from the beginning, and when it is found. */
  const keeps = async ({ store }: TaskStoreSubject, facts: Partial<TaskFile>) => {
    const file = { ...sampleContents(0).file, ...facts };
    const task = await store.enqueue(await beginDraft(store), sampleContents(1, { file }));
    sameJson(task.file, file);
    sameJson((await taskOf(store, task.taskId)).file, file);
  };

  it('keeps the encoding of a file', async (subject) => {
    for (const encoding of ['utf-8', 'shift_jis', 'x-mac-cyrillic', null]) {
      await keeps(subject, { encoding });
    }
  });

  it('keeps as many notes as a task may have, whatever characters are in them', async (subject) => {
    await keeps(subject, { notes: [] });
    await keeps(subject, { notes: MOST_NOTES });
  });

  it('shows the file of a task that has ended', async ({ store }) => {
    sameJson((await finishedTask(store)).file, sampleContents(1).file);
  });
}
