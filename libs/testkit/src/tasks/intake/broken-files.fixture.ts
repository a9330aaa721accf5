import { hasEnded, type Task, type TaskNote, type TaskStore } from '@dialproof/core';
import { brokenStore, showing } from '../subject/broken-store.fixture.js';

const ENCODING = 'keeps the encoding of a file';
const NOTES = 'keeps as many notes as a task may have, whatever characters are in them';

/** A store whose tasks have their notes as `change` leaves them. */
function notingAs(store: TaskStore, change: (notes: readonly TaskNote[]) => readonly TaskNote[]) {
  return showing(store, ({ file, ...task }) => ({ ...task, file: { ...file, notes: change(file.notes) } }));
}

function hintsAs(store: TaskStore, change: (hint: string) => string): Partial<TaskStore> {
  return notingAs(store, (notes) => notes.map(({ code, hint }) => ({ code, hint: change(hint) })));
}

function encodedAs(store: TaskStore, change: (file: Task['file']) => string | null): Partial<TaskStore> {
  return showing(store, ({ file, ...task }) => ({ ...task, file: { ...file, encoding: change(file) } }));
}

export const BROKEN_FILES = [
  brokenStore('loses the encoding', ENCODING, (store) => encodedAs(store, () => null)),
  brokenStore('takes every file for UTF-8', ENCODING, (store) =>
    encodedAs(store, ({ encoding }) => encoding && 'utf-8'),
  ),
  brokenStore('has an encoding for what has none', ENCODING, (store) =>
    encodedAs(store, ({ encoding }) => encoding ?? ''),
  ),
  brokenStore('keeps one note of a file', NOTES, (store) => notingAs(store, (notes) => notes.slice(0, 1))),
  brokenStore('gives the notes in another order', NOTES, (store) =>
    notingAs(store, (notes) => notes.toSorted((a, b) => a.code.localeCompare(b.code))),
  ),
  brokenStore('keeps as much of a hint as its column takes', NOTES, (store) =>
    hintsAs(store, (hint) => hint.slice(0, 255)),
  ),
  brokenStore('ends hints at a NUL', NOTES, (store) =>
    hintsAs(store, (hint) => hint.split('\u0000')[0] ?? ''),
  ),
  brokenStore('keeps what Latin-1 has of a hint', NOTES, (store) =>
    hintsAs(store, (hint) => Buffer.from(hint, 'latin1').toString('latin1')),
  ),
  brokenStore('doubles the quotes of a hint', NOTES, (store) =>
    hintsAs(store, (hint) => hint.replaceAll("'", "''")),
  ),
  brokenStore(
    'forgets the file of a task that has ended',
    'shows the file of a task that has ended',
    (store) =>
      showing(store, (task) =>
        hasEnded(task.status) ? { ...task, file: { ...task.file, name: '', notes: [] } } : task,
      ),
  ),
];
