import { fileURLToPath } from 'node:url';
import type { Asked } from '../asked.js';
import { FILE_KINDS, type FileKind, rowsOf, type SampleFiles } from '../files/sample-files.js';
import { workOf } from '../server/measured-process.js';
import { median, spread } from '../statistics.js';

const ROWS = 100_000;
const ROUNDS = 5;
const PROGRAM = fileURLToPath(new URL('./reader-program.js', import.meta.url));

const CSV_READERS = ['dialproof', 'udsv', 'papaparse', 'csv-parse'] as const;
const READERS = {
  narrow: CSV_READERS,
  wide: CSV_READERS,
  quoted: CSV_READERS,
  xlsx: ['dialproof', 'xlsx', 'exceljs'],
} as const satisfies Record<FileKind, readonly string[]>;

/** Only readers of tables: all rows of a file as arrays of texts, each in its own process that has read the file once before. */
export async function benchReaders(files: SampleFiles, { rows = ROWS }: Asked): Promise<void> {
  console.log(
    `readers: files of ${rows} rows (wide: ${rowsOf('wide', rows)}), processor ms of the second reading, ${ROUNDS} rounds in turn`,
  );
  for (const kind of FILE_KINDS) {
    const file = await files.get(kind, rows);
    const readings = READERS[kind].map(() => ({ cpuMs: [] as number[], peakMb: [] as number[] }));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, reader] of READERS[kind].entries()) {
        const { cpuMs, peakMb } = await workOf([PROGRAM, reader, file]);
        readings[place]?.cpuMs.push(cpuMs);
        readings[place]?.peakMb.push(peakMb);
      }
    }
    for (const [place, { cpuMs, peakMb }] of readings.entries()) {
      console.log(
        `  ${kind.padEnd(6)} ${READERS[kind][place]?.padEnd(10)} ${spread(cpuMs)} ms, peak ${median(peakMb).toFixed(0)} MB`,
      );
    }
  }
  console.log('  aim: a workbook in a third of the time of the fastest other reader');
}
