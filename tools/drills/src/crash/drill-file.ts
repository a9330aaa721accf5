import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { VerificationStatus } from '@dialproof/core';
import { csvChunks, generateRows, headerOf, type RowOptions, writeXlsx } from '@dialproof/generate';
import { expectedAnswer } from './expected-answer.js';

export interface DrillFile {
  /** A unique name, by which a task is recognised. */
  readonly name: string;
  readonly bytes: Buffer;
  /** The cells that the result must have, the header first. */
  readonly cells: readonly (readonly string[])[];
  /** The status of each row. */
  readonly statuses: readonly VerificationStatus[];
  /** Rows with a number: the credits that are held for the file. */
  readonly held: number;
  /** Verified numbers: the credits that the file costs. */
  readonly charged: number;
  /** Numbers that a checker is asked about: all except the impossible ones. */
  readonly asked: number;
}

export interface DrillFileOptions {
  readonly name: string;
  readonly type: 'csv' | 'xlsx';
  readonly rows: number;
  readonly seed: number;
  /** Whether the checks of some numbers fail. They are retried for a quarter of a minute. */
  readonly hasFailures: boolean;
}

/** Endings for which the sandbox answers each status. */
const ANSWERED = ['+14155550100', '+14155550103', '+14155550104'];
/** One whose check fails and costs nothing. */
const FAILING = ['+19995556000', '+19995556001'];

/** Makes a file with duplicates, impossible numbers, unreadable cells and perhaps failing checks, and computes the expected result. */
export async function makeDrillFile({
  hasFailures,
  name,
  type,
  rows,
  seed,
}: DrillFileOptions): Promise<DrillFile> {
  const options: RowOptions = {
    rows,
    seed,
    duplicateShare: 0.15,
    impossibleShare: 0.05,
    unreadableShare: 0.05,
    mixedIn: hasFailures ? [...ANSWERED, ...FAILING] : ANSWERED,
    mixedInShare: 0.02,
  };
  const generated = [...generateRows(options)];
  const numbers = new Set(generated.flatMap(({ number }) => (number === undefined ? [] : [number])));
  const impossible = new Set(generated.flatMap((row) => (row.impossible ? [row.number] : [])));
  const answers = new Map<string, Awaited<ReturnType<typeof expectedAnswer>>>();
  for (const number of numbers) {
    answers.set(
      number,
      impossible.has(number) ? { status: 'dead', charged: 1 } : await expectedAnswer(number),
    );
  }
  return {
    name,
    bytes: type === 'csv' ? Buffer.concat([...csvChunks(options)]) : await workbook(options),
    cells: [headerOf(options), ...generated.map(({ cells }) => cells)],
    statuses: generated.map(({ number }) => answers.get(number ?? '')?.status ?? 'unknown'),
    held: generated.filter(({ number }) => number !== undefined).length,
    charged: [...answers.values()].reduce((sum, { charged }) => sum + charged, 0),
    asked: numbers.size - impossible.size,
  };
}

async function workbook(options: RowOptions): Promise<Buffer> {
  const stream = new PassThrough();
  const [bytes] = await Promise.all([buffer(stream), writeXlsx(stream, options)]);
  return bytes;
}
