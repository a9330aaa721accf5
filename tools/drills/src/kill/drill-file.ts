import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { csvChunks, generateRows, headerOf, type RowOptions, writeXlsx } from '@dialproof/generate';
import { stringify } from 'csv-stringify/sync';
import { answerOf } from './upstream.js';

/** A file and its expected outcome. */
export interface DrillFile {
  /** A unique name. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly rows: number;
  /** The result, byte for byte. */
  readonly result: string;
  /** Rows with a number: the credits that are held for the file. */
  readonly held: number;
  /** Distinct numbers: the credits that the file costs. */
  readonly charged: number;
  /** The numbers that the upstream is asked about: all except the impossible ones. */
  readonly asked: ReadonlySet<string>;
}

/** Makes a file with duplicates, impossible numbers, unreadable cells and numbers in many writings. The name ends in .csv or .xlsx. */
export async function makeDrillFile(name: string, rows: number, seed: number): Promise<DrillFile> {
  const shares = { duplicateShare: 0.15, impossibleShare: 0.05, unreadableShare: 0.05 };
  const options: RowOptions = { rows, seed, ...shares };
  const generated = [...generateRows(options)];
  const withNumber = generated.flatMap(({ number, impossible }) =>
    number === undefined ? [] : [{ number, impossible }],
  );
  const impossible = new Set(withNumber.flatMap((row) => (row.impossible ? [row.number] : [])));
  const statusOf = (number: string) => (impossible.has(number) ? 'dead' : answerOf(number));
  const numbers = new Set(withNumber.map(({ number }) => number));
  const lines = [
    [...headerOf(options), 'verification_status'],
    ...generated.map(({ cells, number }) => [...cells, number === undefined ? 'unknown' : statusOf(number)]),
  ];
  return {
    name,
    bytes: name.endsWith('.csv') ? Buffer.concat([...csvChunks(options)]) : await workbook(options),
    rows,
    result: stringify(lines),
    held: withNumber.length,
    charged: numbers.size,
    asked: new Set([...numbers].filter((number) => !impossible.has(number))),
  };
}

async function workbook(options: RowOptions): Promise<Uint8Array> {
  const stream = new PassThrough();
  const [bytes] = await Promise.all([buffer(stream), writeXlsx(stream, options)]);
  return bytes;
}
