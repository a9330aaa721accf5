import { fileURLToPath } from 'node:url';
import type { SampleFiles } from '../files/sample-files.js';
import { MeasuredProcess } from '../server/measured-process.js';
import { median, spread } from '../statistics.js';
import { FILE_KINDS, type FileKind, rivalFile, rowsOf } from './rival-files.js';

const ROWS = 100_000;
const ROUNDS = 5;
const PROGRAM = fileURLToPath(new URL('./reader-program.js', import.meta.url));

const CSV_READERS = ['dialproof', 'udsv', 'papaparse', 'csv-parse/sync', 'csv-parse'] as const;
const READERS = {
  narrow: CSV_READERS,
  wide: CSV_READERS,
  quoted: CSV_READERS,
  xlsx: ['dialproof', 'xlsx', 'exceljs', 'exceljs stream'],
} as const satisfies Record<FileKind, readonly string[]>;

interface Reading {
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Only readers of tables: all rows of a file as arrays of texts, each in its own process that has read the file once before. */
export async function benchReaders(files: SampleFiles, rows: number = ROWS): Promise<void> {
  console.log(
    `readers: files of ${rows} rows (wide: ${rowsOf('wide', rows)}), processor ms of the second reading, ${ROUNDS} rounds in turn`,
  );
  for (const kind of FILE_KINDS) {
    const file = await rivalFile(files, kind, rows);
    const readings = new Map<string, Reading[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const reader of READERS[kind]) {
        const known = readings.get(reader) ?? [];
        known.push(await read(reader, file));
        readings.set(reader, known);
      }
    }
    for (const [reader, all] of readings) {
      const [cpu, peak] = [all.map(({ cpuMs }) => cpuMs), all.map(({ peakMb }) => peakMb)];
      console.log(
        `  ${kind.padEnd(6)} ${reader.padEnd(14)} ${spread(cpu)} ms, peak ${median(peak).toFixed(0)} MB`,
      );
    }
  }
}

async function read(reader: string, file: string): Promise<Reading> {
  const process = MeasuredProcess.start(PROGRAM, [reader, file]);
  await process.printed(/ready/);
  const before = await process.figures();
  await process.printed(/done/);
  const after = await process.figures();
  await process.stop();
  return { cpuMs: after.cpuMs - before.cpuMs, peakMb: after.peakMb };
}
