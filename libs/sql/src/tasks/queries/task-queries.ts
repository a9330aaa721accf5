import { claimQueries } from './claim-queries.js';
import { findQueries } from './find-queries.js';
import { leaseQueries, outageQueries } from './lease-queries.js';
import { recordQueries } from './record-queries.js';
import { turnQueries } from './turn-queries.js';
import { uploadQueries } from './upload-queries.js';

/** The statements of the task store. */
export const queries = {
  ...uploadQueries,
  ...findQueries,
  ...turnQueries,
  ...claimQueries,
  ...recordQueries,
  ...leaseQueries,
  ...outageQueries,
};
