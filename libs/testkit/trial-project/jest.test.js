import { describe, it } from '@jest/globals';
import { defineSuites } from './suites.js';

defineSuites({ describe, it });
