import { afterAll, beforeAll } from 'vitest';
import { installedCases } from './installed-cases.fixture.js';
import { type PackedLibs, packLibs } from './packed-lib.js';
import { tarballCases } from './tarball-cases.fixture.js';

const PACKING_MS = 120_000;

// Packed once for all cases: it compiles every library anew.
let packed: PackedLibs;
beforeAll(async () => {
  packed = await packLibs();
}, PACKING_MS);
afterAll(() => packed?.remove(), PACKING_MS);

tarballCases(() => packed);
installedCases(() => packed);
