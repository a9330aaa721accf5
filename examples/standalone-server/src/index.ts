export { createLog, type Log } from './logging.js';
export { createMetrics, type Metrics } from './metrics.js';
export { readSettings, type Settings } from './settings.js';
export { StartRefusal } from './start-refusal.js';
export { type RunningServer, type StartOptions, startServer } from './start-server.js';
