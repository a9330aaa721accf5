import type { Phase } from '../phase.js';
import { KILLS } from './kills.js';
import { SERVICE_OUTAGES } from './service-outages.js';
import { SPENDS } from './spends.js';
import { VERSION_BEFORE } from './version-before.js';
import { HANGING_WORKER, WRONG_CLOCKS } from './workers.js';

export const ALL_PHASES: readonly Phase[] = [
  ...KILLS,
  ...SERVICE_OUTAGES,
  SPENDS,
  HANGING_WORKER,
  WRONG_CLOCKS,
  VERSION_BEFORE,
];
