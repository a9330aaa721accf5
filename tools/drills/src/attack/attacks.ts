import type { Attack } from './attack.js';
import { CONNECTION_ATTACKS } from './connections.js';
import { DAMAGED_REQUESTS } from './damaged-requests.js';
import { REQUEST_ATTACKS } from './requests.js';
import { WORKBOOK_ATTACK } from './workbooks.js';

/** Every attack that clients make, in the order of the drill. */
export const ATTACKS: readonly Attack[] = [
  ...CONNECTION_ATTACKS,
  ...REQUEST_ATTACKS,
  WORKBOOK_ATTACK,
  DAMAGED_REQUESTS,
];
