import type { Writing } from './writing.js';
import { ADDRESSES } from './writings/addresses.js';
import { EXTENSION_WRITINGS } from './writings/extensions.js';
import { INTERNATIONAL } from './writings/international.js';
import { LABELS } from './writings/labels.js';
import { NATIONAL } from './writings/national.js';
import { SCRIPTS } from './writings/scripts.js';
import { SEVERAL } from './writings/several.js';
import { SPREADSHEETS } from './writings/spreadsheets.js';

/** Every writing that is measured, in the order of the table. */
export const WRITINGS: readonly Writing[] = [
  ...INTERNATIONAL,
  ...NATIONAL,
  ...SCRIPTS,
  ...ADDRESSES,
  ...LABELS,
  ...EXTENSION_WRITINGS,
  ...SPREADSHEETS,
  ...SEVERAL,
];
