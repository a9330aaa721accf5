import type { Note } from '@dialproof/client';
import type { ComponentChildren } from 'preact';
import { useTools } from '../app/tools.js';

export interface NotesProps {
  readonly title: string;
  /** Each one a `NoteLine`. */
  readonly children: readonly ComponentChildren[];
}

/** What the reader of a file has decided. Renders nothing without notes. */
export function Notes({ title, children }: NotesProps) {
  if (children.length === 0) return null;
  return (
    <div class="notice">
      <h2 tabIndex={-1}>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

export interface NoteLineProps {
  readonly note: Note;
  /** What can be done about it. */
  readonly fix?: ComponentChildren;
}

/** A decision in words of the page; opened, with the server's finding. */
export function NoteLine({ note: { code, hint }, fix }: NoteLineProps) {
  const { texts } = useTools();
  const words = texts.notes[code] ?? code;
  return (
    <li>
      {/* Where there is no such column, there is nothing to add. */}
      {code === 'no_phone_column' ? (
        <span>{words}</span>
      ) : (
        <details>
          <summary>{words}</summary>
          <ServerSentence text={findingOf(hint)} />
        </details>
      )}
      {fix}
    </li>
  );
}

/** A part of a hint, up to a semicolon. Quoted cells may have semicolons too. */
const CLAUSE = /(?:"(?:[^"\\]|\\.)*"|[^;"])+/g;
/** A setting of the API, or a quoted cell that may look like one. */
const SETTING_OR_CELL = /"(?:[^"\\]|\\.)*"|\w=\w/g;

/** A hint without its advice: the clauses that name settings of the API. */
function findingOf(hint: string): string {
  const clauses = hint.match(CLAUSE) ?? [];
  const isFinding = (clause: string) =>
    !clause.match(SETTING_OR_CELL)?.some((found) => !found.startsWith('"'));
  return clauses.filter(isFinding).join(';') || hint;
}

/** A sentence of the server, which is in English. */
function ServerSentence({ text }: { readonly text: string }) {
  return (
    <p lang="en" dir="auto">
      <small>{text.charAt(0).toUpperCase() + text.slice(1)}</small>
    </p>
  );
}

/** The same, which a page in another language shows only on request. */
export function ServerWords({ text }: { readonly text: string }) {
  const { texts } = useTools();
  if (texts.englishDetails === undefined) return <ServerSentence text={text} />;
  return (
    <details>
      <summary>{texts.englishDetails}</summary>
      <ServerSentence text={text} />
    </details>
  );
}
