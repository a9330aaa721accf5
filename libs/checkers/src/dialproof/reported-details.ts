import { z } from 'zod';
import { SOURCE } from './dialproof-api.js';

/** The source of an answer, as the service reports it. A malformed one is replaced by this checker's own. */
export const reportedSource = z.stringFormat('source', /^[a-z0-9_.-]{1,40}$/).catch(SOURCE);

/** The reason of an answer, as the service reports it. A malformed one is left out. */
export const reportedReason = z
  .stringFormat('reason', /^[ -~]{1,60}$/)
  .optional()
  .catch(undefined);
