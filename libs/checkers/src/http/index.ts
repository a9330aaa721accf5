export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export type { HttpCheckerOptions } from './described-api.js';
export type { HttpDescription } from './description.js';
export { httpChecker } from './http-checker.js';
