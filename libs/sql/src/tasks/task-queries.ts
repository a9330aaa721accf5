import type { Kysely } from 'kysely';
import type { Tables } from '../schema.js';
import { compileClaimQueries } from './claim-queries.js';
import { compileDraftQueries } from './draft-queries.js';
import { compileProgressQueries } from './progress-queries.js';

export type TaskQueries = ReturnType<typeof compileTaskQueries>;

export function compileTaskQueries(builder: Kysely<Tables>) {
  return {
    ...compileDraftQueries(builder),
    ...compileClaimQueries(builder),
    ...compileProgressQueries(builder),
  };
}
