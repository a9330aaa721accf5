import type { Preview } from '@dialproof/client';
import { useTools } from '../app/tools.js';

/** The first cells of the phone column that hold no number. */
export function UnreadCells({ preview }: { readonly preview: Preview }) {
  const { texts } = useTools();
  const { empty, examples } = preview.without_number;
  if (examples.length === 0 && empty === 0) return null;
  return (
    <details>
      <summary>{texts.files.examples}</summary>
      {examples.length > 0 && (
        <>
          <p>{texts.files.examplesHelp}</p>
          <ul class="cells">
            {examples.map(({ row, text, reason }) => (
              <li key={row}>
                <small>{texts.files.row(row)}</small> <bdi>{text}</bdi>{' '}
                <small class="unread">{texts.unread[reason]}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      {empty > 0 && <p>{texts.files.empty(empty)}</p>}
    </details>
  );
}
