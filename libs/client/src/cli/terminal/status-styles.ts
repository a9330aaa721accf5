import type { VerificationStatus } from '../../shapes/verification.js';
import type { Style } from './style.js';

/** The colour of each status. */
export const STATUS_STYLES: Readonly<Record<VerificationStatus, Style>> = {
  wa_registered: 'green',
  telegram_registered: 'cyan',
  dead: 'red',
  inactive: 'yellow',
  unknown: 'dim',
};
