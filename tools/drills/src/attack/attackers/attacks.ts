import type { Attack } from './attack.js';
import { CONNECTION_ATTACKS } from './connection-attacks.js';
import { FLOOD_ATTACKS } from './flood-attacks.js';
import { PIPELINING_ATTACKS } from './pipelining-attacks.js';
import { REQUEST_ATTACKS } from './request-attacks.js';
import { UPLOAD_ATTACKS } from './upload-attacks.js';

/** Every attack that clients make, in the order of the drill. */
export const ATTACKS: readonly Attack[] = [
  ...PIPELINING_ATTACKS,
  ...CONNECTION_ATTACKS,
  ...UPLOAD_ATTACKS,
  ...REQUEST_ATTACKS,
  ...FLOOD_ATTACKS,
];
