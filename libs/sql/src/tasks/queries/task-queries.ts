import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.js';
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

export function compileTaskQueries(builder: Kysely<Tables>) {
  return {
    ...compileDraftQueries(builder),
    ...compileRetryQueries(builder),
    ...compileFindQueries(builder),
    ...compileTurnQueries(builder),
    ...compileReadinessQueries(builder),
    ...compileClaimQueries(builder),
    ...compileRecordQueries(builder),
    ...compileLeaseQueries(builder),
    ...compileOutageQueries(builder),
    ...compileArchiveQueries(builder),
    ...compileBoundQueries(builder),
  };
}
