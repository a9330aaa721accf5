import { SINGLE_CHECKS } from './stories/single-checks.js';
import { STORIES } from './stories/stories.js';
import { describeStories } from './stories.fixture.js';

describeStories(STORIES.filter((story) => !SINGLE_CHECKS.includes(story)));
