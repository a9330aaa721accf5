import fc from 'fast-check';

/** One seed for everybody, so that a change is judged by itself. `PROPERTY_SEED=random` looks for what no run has met yet. */
const FIXED_SEED = 20_261_122;

const wanted = process.env['PROPERTY_SEED'];
if (wanted !== 'random') fc.configureGlobal({ seed: wanted === undefined ? FIXED_SEED : Number(wanted) });
