import type { ListKind } from './number-list.js';
import { LINE_RANGE_LISTS } from './numbers/line-range-lists.js';
import { LOCAL_LISTS } from './numbers/local-lists.js';
import { LOCAL_RUN_LISTS } from './numbers/local-run-lists.js';
import { LONG_NATIONAL_LISTS } from './numbers/long-national-lists.js';
import { NOTED_LISTS } from './numbers/noted-lists.js';
import { SEVERAL_LISTS } from './numbers/several-lists.js';
import { WHOLE_LISTS } from './numbers/whole-lists.js';
import { IDS_LIKE_PHONES } from './things/ids-like-phones.js';
import { THINGS } from './things/things.js';
import { UNIX_TIME_LISTS } from './things/unix-time-lists.js';

/** Every kind of list that is measured, in the order of the table. */
export const LIST_KINDS: readonly ListKind[] = [
  ...LOCAL_LISTS,
  ...LOCAL_RUN_LISTS,
  ...WHOLE_LISTS,
  ...LONG_NATIONAL_LISTS,
  ...SEVERAL_LISTS,
  ...LINE_RANGE_LISTS,
  ...NOTED_LISTS,
  ...THINGS,
  ...UNIX_TIME_LISTS,
  ...IDS_LIKE_PHONES,
];
