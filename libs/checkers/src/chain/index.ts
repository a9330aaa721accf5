export { type ChainOptions, chain, type LinkFailure } from './chain.js';
