import type Database from 'better-sqlite3';

/** The tables, columns, indexes and triggers of a file, in a form without their order and layout. */
export function schemaShape(file: Database.Database): readonly string[] {
  const tables = file
    .prepare<[], { name: string }>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
    )
    .all();
  const columns = tables.flatMap(({ name }) => [
    ...file
      .prepare('select ?, name, type, "notnull", dflt_value, pk from pragma_table_xinfo(?)')
      .all(name, name),
    ...file.prepare('select ?, "table", "from", on_delete from pragma_foreign_key_list(?)').all(name, name),
  ]);
  const others = file
    .prepare<[], { sql: string }>(
      "select sql from sqlite_schema where type in ('index', 'trigger') and sql is not null",
    )
    .all();
  const statements = others.map(({ sql }) => sql.replaceAll('"', '').replaceAll(/\s+/g, ' ').toLowerCase());
  return [...columns.map((column) => JSON.stringify(column)), ...statements].toSorted();
}
