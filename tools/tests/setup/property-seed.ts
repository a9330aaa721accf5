import fc from 'fast-check';

/** A fixed seed, so that only a change can make a test fail. `PROPERTY_SEED=random` tries new examples. */
const FIXED_SEED = 20_261_122;

const wanted = process.env['PROPERTY_SEED'];
if (wanted !== 'random') fc.configureGlobal({ seed: wanted === undefined ? FIXED_SEED : Number(wanted) });
