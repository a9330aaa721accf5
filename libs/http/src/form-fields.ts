/** The fields that say something about the file. They may also stand in the query; the form's count more. */
export const FILE_FIELDS = ['default_country', 'phone_column'] as const;
export type FileField = (typeof FILE_FIELDS)[number];

export interface FieldArrival {
  readonly valueTruncated: boolean;
  readonly afterFile: boolean;
}

/** The text fields of an upload form. Those that nobody knows are ignored. */
export class FormFields {
  readonly known = new Map<FileField, string>();
  /** Whether there was a field named `file` that was no file. */
  hasFileAsText = false;

  /** Takes a field in. Answers with what is wrong with it, undefined if nothing is. */
  add(name: string, value: string, { valueTruncated, afterFile }: FieldArrival): string | undefined {
    if (name === 'file') this.hasFileAsText = true;
    if (!isFileField(name)) return undefined;
    if (afterFile) return `the field "${name}" comes after the file, put it before the file`;
    if (valueTruncated) return `the field "${name}" is too long`;
    if (this.known.has(name)) return `the field "${name}" comes twice`;
    this.known.set(name, value);
    return undefined;
  }
}

function isFileField(name: string): name is FileField {
  return (FILE_FIELDS as readonly string[]).includes(name);
}
