import { describe, expect, it } from 'vitest';
import { listed, Statements, sql, valuesOf, verbatim } from './query.js';

const SEEN = sql<{ name: string }>`exists (select 1 from journal where note = ${'name'})`;
const QUERY = sql<{ id: string; name: string }>`
  update holds set answer = ${'name'} where hold_id = ${'id'} and ${SEEN} and credits in (${listed([verbatim('1'), verbatim('2')])})
  ${{ sqlite: '', postgres: 'returning 1' }}`;

describe('a statement', () => {
  it('has a place for each value, in the order of its text', () => {
    const statement = new Statements('sqlite').of(QUERY);
    expect(statement.text.trim()).toBe(
      'update holds set answer = ? where hold_id = ? and exists (select 1 from journal where note = ?) and credits in (1, 2)',
    );
    expect(valuesOf(statement, { id: 'h', name: "'; drop table holds" })).toEqual([
      "'; drop table holds",
      'h',
      "'; drop table holds",
    ]);
  });

  it('names the schema of each table on a server', () => {
    expect(new Statements('postgres', 's').of(QUERY).text.split(/\s+/).join(' ').trim()).toBe(
      'update "s".holds set answer = $1 where hold_id = $2 and exists (select 1 from "s".journal where note = $3) and credits in (1, 2) returning 1',
    );
  });

  it('names no schema of what is no table of ours', () => {
    const query = verbatim(
      'select extract(epoch from now()) from unnest($1) as tasks for update skip locked',
    );
    expect(new Statements('postgres', 's').of(query).text).toBe(query.texts[0]);
  });
});
