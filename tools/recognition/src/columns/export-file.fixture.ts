import { readdirSync, readFileSync } from 'node:fs';
import type { NoteCode } from '@dialproof/core';
import { parse } from 'csv-parse/sync';

/** A file as a program exports it, and the column that a person would take from it. */
export interface ExportFile {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  readonly defaultCountry: string | undefined;
  /** The header of that column. Undefined if no column holds phones. */
  readonly person: string | undefined;
  /** The notes that the reader has to give. */
  readonly notes: readonly NoteCode[];
}

/** What the index of a folder says of a file. */
interface Entry {
  readonly file: string;
  readonly name: string;
  readonly country?: string;
  readonly person?: string;
  readonly notes?: readonly NoteCode[];
}

/**
 * The files of `exports`, one folder for each kind of program and each family of languages. The numbers in them are made up: of the ranges
 * that are kept for fiction where the reader knows these as valid, else like the examples of libphonenumber.
 */
const FOLDER = new URL('../../exports/', import.meta.url);

export function exportFiles(): readonly ExportFile[] {
  return readdirSync(FOLDER).flatMap((name) => {
    const folder = new URL(`${name}/`, FOLDER);
    // A test compares each entry with what the library makes of its file.
    const entries = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as readonly Entry[];
    return entries.map((entry) => exportFile(entry, readFileSync(new URL(entry.file, folder), 'utf8')));
  });
}

function exportFile({ country, name, notes = [], person }: Entry, text: string): ExportFile {
  return { name, rows: parse(text), defaultCountry: country, person, notes };
}
