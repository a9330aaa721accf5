import { SINGLE_CHECKS } from './stories/single-checks.js';
import { describeStories } from './stories.fixture.js';

// The others take a minute: stories.long.test.ts.
describeStories(SINGLE_CHECKS);
