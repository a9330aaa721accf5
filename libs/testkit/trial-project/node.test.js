import { describe, it } from 'node:test';
import { defineSuites } from './suites.js';

defineSuites({ describe, it });
