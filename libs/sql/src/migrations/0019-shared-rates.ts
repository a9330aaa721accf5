import type { Migration } from './migration.js';

/** What processes over PostgreSQL keep rates by. A file has one server, which counts in its memory. */
export const sharedRates: Migration = {
  version: 19,
  name: 'shared rates',
  statements: ({ builder, dialect }) => dialect.sharedRates(builder),
};
