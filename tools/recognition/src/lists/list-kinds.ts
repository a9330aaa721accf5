import { HEADERLESS_LISTS } from './headerless-lists.js';
import { IDS_LIKE_PHONES } from './ids-like-phones.js';
import { LINE_RANGE_LISTS } from './line-range-lists.js';
import { LOCAL_LISTS } from './local-lists.js';
import { LOCAL_RUN_LISTS } from './local-run-lists.js';
import { LONG_NATIONAL_LISTS } from './long-national-lists.js';
import { NOTED_LISTS } from './noted-lists.js';
import type { ListKind } from './number-list.js';
import { SEVERAL_LISTS } from './several-lists.js';
import { THINGS } from './things.js';
import { UNIX_TIME_LISTS } from './unix-time-lists.js';
import { WHOLE_LISTS } from './whole-lists.js';

/** Every kind of list that is measured, in the order of the table. */
export const LIST_KINDS: readonly ListKind[] = [
  ...LOCAL_LISTS,
  ...LOCAL_RUN_LISTS,
  ...WHOLE_LISTS,
  ...HEADERLESS_LISTS,
  ...LONG_NATIONAL_LISTS,
  ...SEVERAL_LISTS,
  ...LINE_RANGE_LISTS,
  ...NOTED_LISTS,
  ...THINGS,
  ...UNIX_TIME_LISTS,
  ...IDS_LIKE_PHONES,
];
