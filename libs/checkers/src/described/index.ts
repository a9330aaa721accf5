export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export { describedChecker } from './described-checker.js';
export type { DescribedCheckerOptions } from './described-upstream.js';
export type { Description } from './description.js';
