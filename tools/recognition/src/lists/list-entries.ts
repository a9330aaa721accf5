import { readFileSync } from 'node:fs';
import type { CountryCode } from '@dialproof/core';

/** A cell of a list, with the number that it means. */
export interface ListedCell {
  readonly text: string;
  /** In E.164: the number that the writer meant. Undefined if the cell holds none, or several. */
  readonly number: string | undefined;
  /** Whether a careful reader, with the caller's settings, has to recognise the number. */
  readonly isReadable: boolean;
}

/** A cell of an entry: its form is a text with the fields of `writings.ts`, or the name of some of `writings`. */
export interface CellForm {
  readonly form: string;
  /** What is meant: the number, which a careful reader has to read, or which may be read; or none, or several. Default `read`. */
  readonly is?: 'read' | 'may' | 'none';
  /** The share of the rows that have it. Default: the rows that no form before it has, or a seventh if it is `from` others. */
  readonly share?: number;
  readonly from?: 'mobile' | 'tollFree' | 'shortCodes';
  /** What stands behind the number, after one of these `separators`. */
  readonly then?: 'one' | 'two' | 'some' | 'lastDigits' | 'range';
  readonly between?: string;
  readonly notes?: 'harmlessNotes' | 'otherNotes';
}

/** An entry of `lists.json`: a list of phones, or of things by a pattern of `thing-cells.ts`. */
export interface Entry {
  readonly name: string;
  readonly from?: string;
  readonly cells?: readonly (string | CellForm)[];
  /** The share of a list's cells that are written alike, where a form has several writings. Default 1. */
  readonly mostly?: number;
  readonly thing?: string;
  /** In a column of things, every so many rows a phone. */
  readonly phoneEvery?: number;
  readonly headers?: string;
  readonly header?: false;
  /** The caller does not say the country. */
  readonly country?: false;
  readonly several?: 'first';
  readonly rows?: number;
  readonly openBecause?: string;
}

/** The first hundred rows decide how the column is read, so a list has some more. */
export const ROWS = 120;
const FILE = new URL('../../lists.json', import.meta.url);

// The file belongs to the repository, and the tests make lists of each of its entries.
export const LISTS = JSON.parse(readFileSync(FILE, 'utf8')) as {
  /** Headers of columns that hold no phones; those for numbers of things match the contract's expression. */
  readonly headers: Readonly<Record<string, string>>;
  /** What stands between numbers: clearly, for a person, or also between the groups of one number. */
  readonly separators: Readonly<Record<string, readonly string[]>>;
  /** Forms with several writings, of which a list has mostly one. */
  readonly writings: Readonly<Record<string, readonly string[]>>;
  /** Areas whose national numbers of eleven digits, as lists write them, are also numbers of another country. */
  readonly eleven: ElevenDigits;
  /** The same of fixed lines, without their zero, which a spreadsheet dropped. */
  readonly elevenFixed: ElevenDigits;
  readonly kinds: readonly Entry[];
};

export type ElevenDigits = Partial<
  Readonly<Record<CountryCode, { readonly trunk: string; readonly starts: readonly string[] }>>
>;
