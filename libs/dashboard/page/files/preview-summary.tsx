import type { Preview } from '@dialproof/client';
import { useTools } from '../app/tools.js';

/** The counts of rows and numbers of a file. */
export function PreviewSummary({ preview }: { readonly preview: Preview }) {
  const { texts, formats } = useTools();
  const figures = [
    { label: texts.files.rows, count: preview.total, help: undefined },
    { label: texts.files.numbers, count: preview.numbers, help: undefined },
    { label: texts.files.duplicates, count: preview.duplicates, help: texts.files.duplicatesHelp },
    {
      label: texts.files.withoutNumber,
      count: preview.without_number.rows,
      help: texts.files.withoutNumberHelp,
    },
  ];
  return (
    <>
      <h2>{texts.files.summary}</h2>
      <dl class="figures">
        {figures.map(({ label, count, help }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>{formats.number(count)}</strong>
              {help !== undefined && <small>{help}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
