import type { Note } from '@dialproof/client';
import { useTools } from '../app/tools.js';

/** What the reader of a file has decided, in the server's words. Nothing where there is nothing. */
export function Notes({ notes }: { readonly notes: readonly Note[] }) {
  const { texts } = useTools();
  if (notes.length === 0) return null;
  return (
    <div class="notice">
      <strong>{texts.files.notes}</strong>
      <ul>
        {notes.map(({ code, hint }) => (
          <li key={code} lang="en" dir="auto">
            {hint}
          </li>
        ))}
      </ul>
    </div>
  );
}
