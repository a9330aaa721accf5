import type { Note } from '@dialproof/client';
import { useTools } from '../app/tools.js';

/** What the reader of a file has decided, in words of the page's and of the server's. Nothing where there is nothing. */
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
