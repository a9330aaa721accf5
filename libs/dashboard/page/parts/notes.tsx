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
  readonly note: Pick<Note, 'code' | 'values'>;
  /** What can be done about it. */
  readonly fix?: ComponentChildren;
}

/** A decision in words of the page, with the cells, the column, the row or the like that it is about. */
export function NoteLine({ note: { code, values }, fix }: NoteLineProps) {
  const { texts } = useTools();
  const about = texts.notesAbout[code]?.(...values);
  return (
    <li>
      <span>
        {texts.notes[code] ?? code}{' '}
        {about !== undefined && values.length > 0 && (
          <small class="about" dir="auto">
            {about}
          </small>
        )}
      </span>
      {fix}
    </li>
  );
}
