import type { Migration } from './migration.js';

/** The tables in which processes over PostgreSQL share rates. A file has one server, which counts in memory. */
export const sharedRates: Migration = {
  version: 19,
  name: 'shared rates',
  statements: ({ builder, dialect }) => dialect.sharedRates(builder),
};
