import type { Note } from '@dialproof/client';
import { useTools } from '../app/tools.js';

/** The decisions of the reader of a file, in words of the page and of the server. Renders nothing without notes. */
export function Notes({ notes }: { readonly notes: readonly Note[] }) {
  const { texts } = useTools();
  if (notes.length === 0) return null;
  return (
    <div class="notice">
      <strong>{texts.files.notes}</strong>
      <ul>
        {notes.map(({ code, hint }) => (
          <li key={code}>
            {texts.notes[code] ?? null}
            <small lang="en" dir="auto">
              {hint}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
