import { createRequire } from 'node:module';
import express from 'express';

const require = createRequire(import.meta.url);

export interface ExpressMajor {
  readonly major: 4 | 5;
  readonly express: typeof express;
}

/** Every major of Express that the router is for. */
export const EXPRESS_MAJORS: readonly ExpressMajor[] = [
  { major: 5, express },
  // It comes without types. Where the tests use it, it has those of its successor.
  { major: 4, express: require('express-4') as typeof express },
];
