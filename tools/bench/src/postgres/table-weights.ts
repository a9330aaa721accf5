import type { BenchSchema } from './bench-schema.js';

interface Weight {
  readonly name: string;
  readonly rows: number;
  readonly table_bytes: string;
  readonly index_bytes: string;
}

/** Tables below this many bytes a number are left out. */
const LEAST_BYTES = 0.05;

/** Prints the sizes of a schema's tables and indexes, in bytes per stored number. */
export async function printWeights(schema: BenchSchema, numbers: number): Promise<void> {
  // Without it, the counts of rows are old estimates.
  for (const { name } of await weightsOf(schema)) await schema.rows(`vacuum (analyze) "schema"."${name}"`);
  const weights = await weightsOf(schema);
  const aNumber = (bytes: number) => (bytes / numbers).toFixed(2);
  const sum = (of: 'table_bytes' | 'index_bytes') =>
    weights.reduce((total, weight) => total + Number(weight[of]), 0);
  console.log('  table | rows | bytes a number: table with its TOAST | indexes');
  for (const { name, rows, table_bytes, index_bytes } of weights) {
    if ((Number(table_bytes) + Number(index_bytes)) / numbers < LEAST_BYTES) continue;
    console.log(`  ${name} | ${rows} | ${aNumber(Number(table_bytes))} | ${aNumber(Number(index_bytes))}`);
  }
  console.log(`  all tables | | ${aNumber(sum('table_bytes'))} | ${aNumber(sum('index_bytes'))}`);
}

/** The sizes, the largest first. */
function weightsOf(schema: BenchSchema): Promise<Weight[]> {
  return schema.rows<Weight>(
    `select relname as name, reltuples::float8 as rows, pg_table_size(oid) as table_bytes, pg_indexes_size(oid) as index_bytes
      from pg_class where relnamespace = '"schema"'::regnamespace and relkind = 'r' order by pg_total_relation_size(oid) desc`,
  );
}
