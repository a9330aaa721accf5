/**
 * Reads all rows of a file twice with one reader; the second run is measured. Run as a separate program: `reader-program.js READER FILE`.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { measuredWork } from '../server/measured-process.js';

/** Reads a file and resolves to the number of its cells, including the header's. */
type Reader = (file: string) => Promise<number>;

const [name, file] = process.argv.slice(2);
const readers: Readonly<Record<string, () => Promise<Reader>>> = {
  dialproof,
  udsv,
  papaparse,
  'csv-parse': csvParse,
  xlsx,
  exceljs,
};
const open = readers[name ?? ''];
if (open === undefined || file === undefined) throw new TypeError('usage: reader-program.js READER FILE');

// Loads only the requested reader.
const read = await open();
const cells = await read(file);
await measuredWork(async () => {
  const again = await read(file);
  if (cells === 0 || again !== cells) throw new Error(`${name} has found ${cells} cells, then ${again}`);
});

function cellsOf(rows: readonly { readonly length: number }[]): number {
  return rows.reduce((sum, { length }) => sum + length, 0);
}

/** A block of a table. */
interface Block {
  rows(): readonly (readonly string[])[];
}

/** The reader of uploads, which the package does not export. It needs the limits of a service, here those of the tests. */
async function dialproof(): Promise<Reader> {
  const source = (name: string) =>
    fileURLToPath(new URL(`../../../../libs/core/src/tables/${name}.ts`, import.meta.url));
  const dir = fileURLToPath(new URL('tables/', import.meta.url));
  await build({
    input: { 'open-table': source('open-table'), 'table-limits': source('table-limits') },
    external: /^[\w@]/,
    platform: 'node',
    output: { dir },
  });
  const { openTable } = await import(`${dir}open-table.js`);
  const { DEFAULT_TABLE_LIMITS: limits } = await import(`${dir}table-limits.js`);
  return async (fileName) => {
    const upload = { fileName, content: createReadStream(fileName) };
    const { blocks } = await openTable(upload, { limits, tempDirectory: tmpdir() });
    let count = 0;
    for await (const block of blocks as AsyncIterable<Block>) count += cellsOf(block.rows());
    return count;
  };
}

async function udsv(): Promise<Reader> {
  const { inferSchema, initParser } = await import('udsv');
  return async (fileName) => {
    const text = await readFile(fileName, 'utf8');
    const schema = inferSchema(text);
    return schema.cols.length + cellsOf(initParser(schema).stringArrs(text));
  };
}

async function papaparse(): Promise<Reader> {
  const { default: Papa } = await import('papaparse');
  return async (fileName) => {
    const text = await readFile(fileName, 'utf8');
    return cellsOf(Papa.parse<string[]>(text, { skipEmptyLines: true }).data);
  };
}

async function csvParse(): Promise<Reader> {
  const { parse } = await import('csv-parse');
  return async (fileName) => {
    const rows = createReadStream(fileName).pipe(parse({ bom: true, relax_column_count: true }));
    let count = 0;
    for await (const row of rows as AsyncIterable<string[]>) count += row.length;
    return count;
  };
}

async function xlsx(): Promise<Reader> {
  const { default: XLSX } = await import('xlsx');
  return async (fileName) => {
    const { SheetNames, Sheets } = XLSX.read(await readFile(fileName), { type: 'buffer', dense: true });
    return cellsOf(
      XLSX.utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, raw: false }),
    );
  };
}

/** Its streaming reader, which takes the least. */
async function exceljs(): Promise<Reader> {
  const { default: ExcelJS } = await import('exceljs');
  return async (fileName) => {
    let count = 0;
    for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(createReadStream(fileName), {})) {
      // Its types allow other forms, which this reader never returns.
      for await (const row of sheet) count += (row.values as unknown[]).length;
    }
    return count;
  };
}
