/**
 * The script over DuckDB: it reads the uploaded file and writes the result, both on the disk, in one statement. The check is a function of
 * JavaScript in it: a joined table of distinct numbers with answers took longer in every trial.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importInstalled } from './installed.js';
import { phoneColumn, serveRival, statusOf } from './rival-service.js';

const { DuckDBInstance, DuckDBScalarFunction, VARCHAR } = await importInstalled('@duckdb/node-api');
const folder = mkdtempSync(join(tmpdir(), 'dialproof-duckdb-'));
const database = await DuckDBInstance.create();
const connection = await database.connect();

connection.registerScalarFunction(
  DuckDBScalarFunction.create({
    name: 'status_of',
    parameterTypes: [VARCHAR],
    returnType: VARCHAR,
    // Null, an empty cell, has a status too.
    specialHandling: true,
    mainFunction: (_: unknown, input: Chunk, output: Column) => {
      const phones = input.getColumnVector(0);
      for (let row = 0; row < input.rowCount; row += 1) output.setItem(row, statusOf(phones.getItem(row)));
      output.flush();
    },
  }),
);

/** The parts of its vectors that are used: the package has no types here. */
interface Column {
  getItem(row: number): string | null;
  setItem(row: number, value: string): void;
  flush(): void;
}

interface Chunk {
  readonly rowCount: number;
  getColumnVector(index: number): Column;
}

serveRival(async ({ path }) => {
  const session = await database.connect();
  const rows = `read_csv('${path}', header = true, all_varchar = true, null_padding = true)`;
  const columns: string[][] = (await session.runAndReadAll(`describe from ${rows}`)).getRows();
  const names = columns.map(([name = '']) => name);
  const phone = names[phoneColumn(names)]?.replaceAll('"', '""');
  const result = `${path}.csv`;
  const { rowsChanged } = await session.run(
    `copy (select *, status_of("${phone}") as verification_status from ${rows}) to '${result}' (header)`,
  );
  session.closeSync();
  return { total: rowsChanged, isDone: () => true, send: (response) => response.sendFile(result) };
}, folder);

process.once('SIGTERM', () => {
  rmSync(folder, { recursive: true });
  process.exit();
});
