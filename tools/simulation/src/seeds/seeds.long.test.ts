import { describeSeeds } from './seeds.fixture.js';

describeSeeds(21, 200);
