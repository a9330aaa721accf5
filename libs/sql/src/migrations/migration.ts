import type { Compilable, Kysely } from 'kysely';
import type { Tables } from '../schema.js';
import type { SchemaDialect } from '../schema-dialect.js';

export interface MigrationContext {
  readonly builder: Kysely<Tables>;
  readonly dialect: SchemaDialect;
}

/** One step of the schema, forward only. Once released it is never edited: a later one mends it. */
export interface Migration {
  /** Counts from 1 without gaps. */
  readonly version: number;
  readonly name: string;
  /** The statements of the step, in their order. */
  readonly statements: (context: MigrationContext) => readonly Compilable[];
}
