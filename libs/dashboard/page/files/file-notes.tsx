import { type FileSettings, NOTE_CODES, type Note, type NoteCode, type Preview } from '@dialproof/client';
import type { ComponentChildren } from 'preact';
import { useTools } from '../app/tools.js';
import { NoteLine, Notes } from '../parts/notes.js';
import { SmallButton } from '../parts/small-button.js';
import { NoteFix, OtherCountry } from './note-fix.js';

export interface FileNotesProps {
  readonly file: File;
  readonly preview: Preview;
  readonly settings: FileSettings;
  /** The settings of `preview`. */
  readonly readWith: FileSettings;
  /** The note on the settings that were taken from an earlier file, until they are reset. */
  readonly recalled: Note | undefined;
  onReset(): void;
  onChange(settings: FileSettings): void;
}

/** Their cells stand in the table of the preview, each with its reason. */
const CELLS_SHOWN: readonly NoteCode[] = ['country_needed', 'numbers_without_area_code', 'several_numbers'];

/** Decisions that are right as a rule. */
const INFORMATION: readonly NoteCode[] = [
  'reading_remembered',
  'country_column',
  'area_code_column',
  'consent_date_column',
  'encoding_guessed',
  'sheet_chosen',
];

/**
 * The notes of a preview. A note that a setting has answered leaves that setting in its place: it can be undone there, and nothing below
 * it moves.
 */
export function FileNotes({
  file,
  preview,
  settings,
  readWith,
  recalled,
  onReset,
  onChange,
}: FileNotesProps) {
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
  const notes = recalled === undefined ? preview.notes : [recalled, ...preview.notes];
  const lines = NOTE_CODES.flatMap((code): readonly ComponentChildren[] => {
    const note = notes.find((one) => one.code === code);
    if (note !== undefined) {
      const fix =
        code === 'reading_remembered' ? (
          <span class="fix">
            <SmallButton onClick={onReset}>{texts.files.forget}</SmallButton>
          </span>
        ) : (
          <NoteFix file={file} note={note} preview={preview} settings={settings} onChange={onChange} />
        );
      const values = CELLS_SHOWN.includes(code) ? [] : note.values;
      return [<NoteLine key={code} note={{ code, values }} fix={fix} />];
    }
    const [words = false, undone] = answered[code] ?? [];
    if (words === false) return [];
    return [
      <li key={code}>
        <span>{words}</span>
        <span class="fix">
          <SmallButton onClick={() => onChange({ ...settings, ...undone })}>{texts.files.undo}</SmallButton>
          {code === 'country_needed' && (
            <OtherCountry onUse={(chosen) => onChange({ ...settings, ...undone, default_country: chosen })} />
          )}
        </span>
      </li>,
    ];
  });
  const title = notes.every(({ code }) => INFORMATION.includes(code)) ? texts.task.notes : texts.files.notes;
  return <Notes title={title}>{lines}</Notes>;
}
