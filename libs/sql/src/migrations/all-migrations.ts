import { CONVERSIONS } from './conversion.js';
import { firstSchema } from './first-schema.js';
import type { SchemaDialect } from './schema-dialect.js';

/** One step of the schema after the first one, forward only. Once released it is never edited: a later one mends it. */
export interface Migration {
  /** Counts from {@link FIRST_VERSION} + 1 without gaps. */
  readonly version: number;
  readonly name: string;
  /** The SQL of the step, statement by statement. */
  readonly statements: (dialect: SchemaDialect) => readonly string[];
}

/** The version of the first schema. Versions 1 to 27 are those of the code before the first release. */
export const FIRST_VERSION = 28;

/** Every migration after the first schema, in the order of their versions. */
export const MIGRATIONS: readonly Migration[] = [];

/** The steps from a version to that of this release. Undefined for a version that this release cannot bring up to date. */
export function stepsAfter(
  version: number,
  migrations: readonly Migration[] = MIGRATIONS,
): readonly Migration[] | undefined {
  if (version >= FIRST_VERSION) return migrations.filter((migration) => migration.version > version);
  const statements = version === 0 ? firstSchema : CONVERSIONS.get(version);
  if (statements === undefined) return undefined;
  return [{ version: FIRST_VERSION, name: 'first schema', statements }, ...migrations];
}

/** The version of this release. */
export function newestVersion(migrations: readonly Migration[] = MIGRATIONS): number {
  return migrations.at(-1)?.version ?? FIRST_VERSION;
}
