import { z } from 'zod';
import { SOURCE } from './dialproof-api.js';

/** Who knew it, as the service says; what it says in another form is left out. */
export const reportedSource = z.stringFormat('source', /^[a-z0-9_.-]{1,40}$/).catch(SOURCE);

/** Why, as the service says; what it says in another form is left out. */
export const reportedReason = z
  .stringFormat('reason', /^[ -~]{1,60}$/)
  .optional()
  .catch(undefined);
