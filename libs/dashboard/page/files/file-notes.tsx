import { type FileSettings, NOTE_CODES, type NoteCode, type Preview } from '@dialproof/client';
import type { ComponentChildren } from 'preact';
import { useTools } from '../app/tools.js';
import { NoteLine, Notes } from '../parts/notes.js';
import { NoteFix } from './note-fix.js';

export interface FileNotesProps {
  readonly preview: Preview;
  readonly settings: FileSettings;
  /** The settings of `preview`. */
  readonly readWith: FileSettings;
  onChange(settings: FileSettings): void;
}

/**
 * The notes of a preview. A note that a setting has answered leaves that setting in its place: it can be undone there, and nothing below
 * it moves.
 */
export function FileNotes({ preview, settings, readWith, onChange }: FileNotesProps) {
  const { texts, formats } = useTools();
  const { default_country: country, several_numbers: several, country_column: countries } = readWith;
  const answered: { readonly [code in NoteCode]?: readonly [string | false, FileSettings] } = {
    country_needed: [
      country !== undefined && `${texts.files.country}: ${formats.country(country)}`,
      { default_country: undefined, default_area_code: undefined },
    ],
    several_numbers: [several === 'first' && texts.files.firstUsed, { several_numbers: undefined }],
    country_column: [countries === 'none' && texts.files.countriesIgnored, { country_column: undefined }],
  };
  const lines = NOTE_CODES.flatMap((code): readonly ComponentChildren[] => {
    const note = preview.notes.find((one) => one.code === code);
    if (note !== undefined) {
      const fix = <NoteFix note={note} preview={preview} settings={settings} onChange={onChange} />;
      return [<NoteLine key={code} note={note} fix={fix} />];
    }
    const [words = false, undone] = answered[code] ?? [];
    if (words === false) return [];
    return [
      <li key={code}>
        <span>{words}</span>
        <span class="fix">
          <button type="button" class="secondary small" onClick={() => onChange({ ...settings, ...undone })}>
            {texts.files.undo}
          </button>
        </span>
      </li>,
    ];
  });
  return <Notes title={texts.files.notes}>{lines}</Notes>;
}
