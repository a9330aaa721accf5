import type { SqlDatabase } from '../../database.js';
import { compileAddChunks } from '../chunk-inserts.js';
import { compileArchiveQueries } from './archive-queries.js';
import { compileBoundQueries } from './bound-queries.js';
import { compileClaimQueries } from './claim-queries.js';
import { compileDraftQueries } from './draft-queries.js';
import { compileFindQueries } from './find-queries.js';
import { compileLeaseQueries } from './lease-queries.js';
import { compileOutageQueries } from './outage-queries.js';
import { compileReadinessQueries } from './readiness-queries.js';
import { compileRecordQueries } from './record-queries.js';
import { compileRetryQueries } from './retry-queries.js';
import { compileTurnQueries } from './turn-queries.js';

export type TaskQueries = ReturnType<typeof compileTaskQueries>;

export function compileTaskQueries(database: Pick<SqlDatabase, 'builder' | 'engine'>) {
  const { builder } = database;
  return {
    addChunks: compileAddChunks(builder),
    ...compileDraftQueries(database),
    ...compileRetryQueries(builder),
    ...compileFindQueries(builder),
    ...compileTurnQueries(database),
    ...compileReadinessQueries(database),
    ...compileClaimQueries(database),
    ...compileRecordQueries(database),
    ...compileLeaseQueries(builder),
    ...compileOutageQueries(database),
    ...compileArchiveQueries(builder),
    ...compileBoundQueries(builder),
  };
}
