import type { Story } from '../story.js';
import { ACCOUNT_STORIES } from './accounts.js';
import { FILE_STORIES } from './files.js';
import { KNOWN_ANSWERS } from './known-answers.js';
import { LIST_STORIES } from './lists.js';
import { SINGLE_CHECKS } from './single-checks.js';

/** All stories. To add one, write it beside the others: it is then crashed at each of its commits. */
export const STORIES: readonly Story[] = [
  ...FILE_STORIES,
  ...SINGLE_CHECKS,
  ...KNOWN_ANSWERS,
  ...LIST_STORIES,
  ...ACCOUNT_STORIES,
];
