import { withoutNumbers } from '@dialproof/core';
import { allSettings, type FileField } from './file-settings.js';

/** The fields with settings of the file. The query may have them too; those of the form have precedence. */
export const FILE_FIELDS: readonly FileField[] = allSettings.keyof().options;

/** Other names that callers use for a setting. None is a name that forms use themselves, such as `_charset_`. */
const NEAR_NAMES: Readonly<Record<string, FileField>> = {
  country: 'default_country',
  countrycode: 'default_country',
  areacode: 'default_area_code',
  column: 'phone_column',
  columnindex: 'phone_column_index',
  header: 'header_row',
  sheetname: 'sheet',
  worksheet: 'sheet',
};

/**
 * The problem of a name that is nearly a setting's: if it were ignored, the caller would believe that it counts. Undefined for all other
 * names.
 */
function misnamedSetting(name: string, fields: readonly string[]): string | undefined {
  if (fields.includes(name)) return undefined;
  const letters = name.toLowerCase().replaceAll(/[_-]/g, '');
  const meant =
    fields.find((field) => field.replaceAll('_', '') === letters) ??
    (Object.hasOwn(NEAR_NAMES, letters) ? NEAR_NAMES[letters] : undefined);
  return meant === undefined ? undefined : `there is no setting "${name}", it is called "${meant}"`;
}

/** The longest value of a field. */
export const MAX_FIELD_BYTES = 4096;

export const SECOND_FILE = 'the form has more than one file, it must have one';
export const FILE_TWICE = 'the form has the field "file" twice, once as a file and once as text';

/** The problem of a file in the wrong field; undefined if there is none. */
export function misplacedFile(field: string | undefined, fileName: string | undefined): string | undefined {
  if (field !== 'file') {
    return `the file must be in a field named "file", it came in "${withoutNumbers(field ?? '')}"`;
  }
  return fileName ? undefined : 'the field "file" has no file in it';
}

export interface FieldArrival {
  readonly valueTruncated: boolean;
  readonly afterFile: boolean;
}

/** The settings that a form with a file may have. */
export interface FormShape {
  readonly names: readonly string[];
  /** Whether other names, of fields or in the query, are refused. */
  readonly isStrict: boolean;
}

/** The problem of a name that is no setting's; undefined if it is ignored. */
export function unknownSetting(name: string, { isStrict, names }: FormShape): string | undefined {
  const misnamed = misnamedSetting(name, names);
  if (misnamed !== undefined || !isStrict || names.includes(name)) return misnamed;
  return `there is no setting "${withoutNumbers(name)}"`;
}

/** The text fields of an upload form. Unless the form is strict, unknown fields are ignored, but not those whose name is nearly a setting's. */
export class FormFields {
  readonly known = new Map<string, string>();
  readonly #shape: FormShape;
  /** Whether there was a field named `file` that was no file. */
  hasFileAsText = false;

  constructor(shape: FormShape) {
    this.#shape = shape;
  }

  /** Adds a field. Returns its problem, undefined if there is none. */
  add(
    name: string | undefined,
    value: string,
    { valueTruncated, afterFile }: FieldArrival,
  ): string | undefined {
    // RFC 7578, 4.2: each part must have one.
    if (name === undefined) return 'a field of the form has no name';
    if (name === 'file') this.hasFileAsText = true;
    if (!this.#shape.names.includes(name))
      return value === '' || name === 'file' ? undefined : unknownSetting(name, this.#shape);
    if (afterFile) return `the field "${name}" comes after the file, put it before the file`;
    if (valueTruncated) return `the field "${name}" is too long`;
    if (this.known.has(name)) return `the field "${name}" comes twice`;
    this.known.set(name, value);
    return undefined;
  }

  /** Whether the form names a kept upload instead of a file. */
  get namesUpload(): boolean {
    return (this.known.get('upload_id') ?? '') !== '';
  }

  /** The problem of a form that has ended without a file. */
  get missingFile(): string {
    return this.hasFileAsText
      ? 'the field "file" came as text, without a file name'
      : 'the form has no field named "file"';
  }
}
