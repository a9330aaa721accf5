export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export type { HttpDescription } from './description.js';
export { type HttpCheckerOptions, httpChecker } from './http-checker.js';
