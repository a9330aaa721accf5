import type { FileSettings, Preview } from '@dialproof/client';
import { useId } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { Checkbox, Field } from '../parts/field.js';
import { CountrySelect } from './country-select.js';

export interface ReadingSettingsProps {
  readonly preview: Preview;
  readonly settings: FileSettings;
  readonly isCsv: boolean;
  onChange(settings: FileSettings): void;
}

function idOf(setting: keyof FileSettings): string {
  return `setting-${setting}`;
}

/** Opens the settings at a field. The area code has none before its country is known. */
export function showSetting(setting: keyof FileSettings): void {
  const field =
    document.querySelector<HTMLElement>(`#${idOf(setting)}:enabled`) ??
    document.getElementById(idOf('default_country'));
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

/** The settings with which a file is read. Each change makes the server read the file again. */
export function ReadingSettings({ preview, settings, isCsv, onChange }: ReadingSettingsProps) {
  const { texts } = useTools();
  const encodings = useId();
  const set = (changed: FileSettings) => onChange({ ...settings, ...changed });
  const hasCountries = preview.notes.some(({ code }) => code === 'country_column');
  return (
    <details>
      <summary>{texts.files.reading_}</summary>
      <div class="grid">
        <Field
          label={texts.files.country}
          help={hasCountries ? texts.files.countryOfOthers : texts.files.countryHelp}
        >
          {(attributes) => (
            <CountrySelect
              id={idOf('default_country')}
              none={texts.files.noCountry}
              value={settings.default_country ?? ''}
              {...attributes}
              onChoose={(country) =>
                set(
                  country === undefined
                    ? { default_country: undefined, default_area_code: undefined }
                    : { default_country: country },
                )
              }
            />
          )}
        </Field>
        <Field label={texts.files.areaCode} help={texts.files.areaCodeHelp}>
          {(attributes) => (
            <input
              id={idOf('default_area_code')}
              type="text"
              inputMode="numeric"
              disabled={settings.default_country === undefined}
              value={settings.default_area_code ?? ''}
              {...attributes}
              onChange={({ currentTarget: { value } }) =>
                set({ default_area_code: value.trim() || undefined })
              }
            />
          )}
        </Field>
      </div>
      <div class="grid">
        <Field label={texts.files.headerRow} help={texts.files.headerRowHelp}>
          {(attributes) => (
            <input
              id={idOf('header_row')}
              type="number"
              min="1"
              max="1000"
              value={settings.header_row ?? ''}
              {...attributes}
              onChange={({ currentTarget }) => {
                const row = currentTarget.valueAsNumber;
                if (!currentTarget.validity.valid) currentTarget.reportValidity();
                else set({ header_row: Number.isNaN(row) ? undefined : row });
              }}
            />
          )}
        </Field>
        {isCsv && (
          <Field label={texts.words.encoding} help={texts.files.encodingHelp}>
            {(attributes) => (
              <>
                <input
                  id={idOf('encoding')}
                  type="text"
                  list={encodings}
                  placeholder={preview.encoding ?? ''}
                  value={settings.encoding ?? ''}
                  {...attributes}
                  onChange={({ currentTarget: { value } }) => set({ encoding: value.trim() || undefined })}
                />
                <datalist id={encodings}>
                  {ENCODINGS.map((name) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        )}
      </div>
      <Checkbox
        checked={settings.several_numbers === 'first'}
        onCheck={(isOn) => set({ several_numbers: isOn ? 'first' : undefined })}
      >
        {texts.files.several}
      </Checkbox>
      {(hasCountries || settings.country_column === NO_COUNTRIES.country_column) && (
        <Checkbox
          checked={hasCountries}
          onCheck={(isOn) => set(isOn ? { country_column: undefined } : NO_COUNTRIES)}
        >
          {texts.files.countryOfRow}
        </Checkbox>
      )}
    </details>
  );
}

/** No column says the country of the rows. */
export const NO_COUNTRIES = { country_column: 'none', country_column_index: undefined } as const;

const ENCODINGS = [
  'utf-8',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'iso-8859-2',
  'iso-8859-15',
  'shift_jis',
  'euc-kr',
  'gbk',
  'big5',
  'cp850',
];
