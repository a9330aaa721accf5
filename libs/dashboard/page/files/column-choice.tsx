import type { FileSettings, Preview } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { FirstRows } from './first-rows.js';

export interface ColumnChoiceProps {
  readonly preview: Preview;
  readonly settings: FileSettings;
  onChange(settings: FileSettings): void;
}

/** The first rows, the column of the phones marked, and why it was taken. Another one can be chosen. */
export function ColumnChoice({ preview, settings, onChange }: ColumnChoiceProps) {
  const { texts } = useTools();
  const { columns, column_reason: reason, seen } = preview;
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
      <FirstRows
        preview={preview}
        chosen={positionOf(preview, settings)}
        onChoose={(index) => onChange({ ...settings, phone_column_index: index })}
      />
      {hidden > 0 && <p>{texts.files.moreColumns(hidden)}</p>}
    </fieldset>
  );
}

/** The column that is verified; undefined if none was found. */
function positionOf(
  { column_reason, phone_column_index: found }: Preview,
  { phone_column_index: chosen }: FileSettings,
): number | undefined {
  return chosen ?? (column_reason === 'not_found' ? undefined : found);
}
