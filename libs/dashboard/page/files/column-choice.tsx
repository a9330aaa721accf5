import type { FileSettings, Preview } from '@dialproof/client';
import { useId } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { Table } from '../parts/table.js';

export interface ColumnChoiceProps {
  readonly preview: Preview;
  readonly settings: FileSettings;
  onChange(settings: FileSettings): void;
}

/** The columns with their first values, the one of the phones marked. Another one can be chosen. */
export function ColumnChoice({ preview, settings, onChange }: ColumnChoiceProps) {
  const { texts } = useTools();
  const group = useId();
  const { columns, column_reason: reason, seen } = preview;
  const found = positionOf(preview, settings);
  const hidden = preview.column_count - columns.length;
  return (
    <fieldset>
      <legend>
        <h2>{texts.files.column}</h2>
      </legend>
      <p>
        {texts.files.reasons[reason]} {seen.filled > 0 && texts.files.seen(seen.numbers, seen.filled)}{' '}
        {reason !== 'not_found' && texts.files.columnHelp}
      </p>
      <Table label={texts.files.column} headers={[texts.files.columnName, texts.files.firstValues]}>
        {columns.map(({ index, name, samples }) => (
          <tr key={index} class={index === found ? 'chosen' : undefined}>
            <th scope="row">
              <label class="column">
                <input
                  type="radio"
                  name={group}
                  checked={index === found}
                  onChange={() => onChange({ ...settings, phone_column: String(index) })}
                />
                <bdi>{name}</bdi>
                {index === found && <mark>{texts.files.verified}</mark>}
              </label>
            </th>
            <td>
              {samples.length === 0 ? (
                <em>{texts.files.noValues}</em>
              ) : (
                <ul class="samples">
                  {samples.map((sample) => (
                    <li key={sample} dir="auto">
                      {sample}
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {hidden > 0 && <p>{texts.files.moreColumns(hidden)}</p>}
      {preview.sheet !== null && (
        <p dir="auto">
          <small>{texts.files.sheet(preview.sheet)}</small>
        </p>
      )}
    </fieldset>
  );
}

/** Which column is verified; undefined where none was found. */
function positionOf(
  { columns, column_reason, phone_column }: Preview,
  settings: FileSettings,
): number | undefined {
  if (settings.phone_column !== undefined) return Number(settings.phone_column);
  if (column_reason === 'not_found') return undefined;
  return columns.find(({ name }) => name === phone_column)?.index;
}
