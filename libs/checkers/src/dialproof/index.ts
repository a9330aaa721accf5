export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export { type DialproofOptions, tryDialproof } from './dialproof-api.js';
export { type DialproofBatchOptions, dialproofBatchChecker, dialproofChecker } from './dialproof-checkers.js';
