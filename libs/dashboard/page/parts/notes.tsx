import type { Note } from '@dialproof/client';
import type { ComponentChildren } from 'preact';
import { useTools } from '../app/tools.js';

export interface NotesProps {
  readonly title: string;
  readonly notes: readonly Note[];
  /** What can be done about a note, beside it. */
  fixOf?(note: Note): ComponentChildren;
}

/** The decisions of the reader of a file, in words of the page, then with the server's finding. Renders nothing without notes. */
export function Notes({ title, notes, fixOf }: NotesProps) {
  const { texts } = useTools();
  if (notes.length === 0) return null;
  return (
    <div class="notice">
      <h2 tabIndex={-1}>{title}</h2>
      <ul>
        {notes.map((note) => (
          <li key={note.code}>
            {texts.notes[note.code] ?? null}
            {/* Where there is no such column, there is nothing to add. */}
            {note.code !== 'no_phone_column' && <ServerWords text={findingOf(note.hint)} />}
            {fixOf?.(note)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A hint without its advice, which names settings of the API. Quoted cells may have semicolons too. */
function findingOf(hint: string): string {
  return /^(?:"(?:[^"\\]|\\.)*"|[^;"])*/.exec(hint)?.[0] || hint;
}

/** A sentence of the server, which is in English. A page in another language shows it only on request. */
export function ServerWords({ text }: { readonly text: string }) {
  const { texts } = useTools();
  const words = (
    <p lang="en" dir="auto">
      <small>{text.charAt(0).toUpperCase() + text.slice(1)}</small>
    </p>
  );
  if (texts.englishDetails === undefined) return words;
  return (
    <details>
      <summary>{texts.englishDetails}</summary>
      {words}
    </details>
  );
}
