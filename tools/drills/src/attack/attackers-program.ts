/** Attackers as a separate process. They attack until the drill sends a message or has gone, and then send their tally. */
import { setMaxListeners } from 'node:events';
import type { AttackOrder, Tally } from './attack.js';
import { ATTACKS } from './attacks.js';

// Written by the drill that starts this process.
const { name, seed, share, target } = JSON.parse(process.argv[2] ?? '') as AttackOrder;
const attack = ATTACKS.find((each) => each.name === name);
if (attack === undefined) throw new RangeError(`there is no attack "${name}"`);
const ending = new AbortController();
// Each connection has a listener.
setMaxListeners(0, ending.signal);
process.on('message', () => ending.abort());
process.on('disconnect', () => process.exit(0));

const tally: Tally = { counts: {}, violations: [] };
const sized = (count: number) => Math.max(2, Math.ceil(count * share));
process.send?.('started');
await attack.run({ ...target, tally, seed, sized, signal: ending.signal });
process.send?.(tally, () => process.disconnect());
