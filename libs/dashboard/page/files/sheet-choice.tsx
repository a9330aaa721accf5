import type { FileSettings, Preview } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { Select } from '../parts/field.js';

export interface SheetChoiceProps {
  readonly preview: Preview;
  readonly settings: FileSettings;
  onChange(settings: FileSettings): void;
}

/** The sheet of a workbook that is read, and the choice of another one. */
export function SheetChoice({ preview, settings, onChange }: SheetChoiceProps) {
  const { texts } = useTools();
  const { sheet: found, sheet_count: count, sheets } = preview;
  if (found === null) return null;
  if (count < 2) {
    return (
      <p dir="auto">
        <small>{texts.files.sheet(found)}</small>
      </p>
    );
  }
  const chosen = settings.sheet ?? found;
  // The names that are listed may end before it.
  const listed = sheets.includes(chosen) ? sheets : [chosen, ...sheets];
  const hidden = count - listed.length;
  const choose = (sheet: string): void => {
    // Another sheet has other columns and another header.
    const {
      header_row: _,
      phone_column_index: _phone,
      country_column_index: _country,
      consent_date_column_index: _consent,
      ...kept
    } = settings;
    onChange({ ...kept, sheet });
  };
  return (
    <>
      <Select
        label={texts.files.sheetChoice}
        dir="auto"
        choices={listed.map((name) => [name, name])}
        value={chosen}
        onChoose={choose}
      />
      {hidden > 0 && <p>{texts.files.moreSheets(hidden)}</p>}
    </>
  );
}
