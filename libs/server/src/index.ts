export type { CommandLine, CommandName } from './command-line/command-names.js';
export { type CommandOptions, runCommand } from './command-line/run-command.js';
export { createLog, type Log } from './log/logging.js';
export { createMetrics, type Metrics } from './measuring/metrics.js';
export { readSettings, type Settings } from './settings/settings.js';
export { StartRefusal } from './settings/start-refusal.js';
export { type RunningServer, type StartOptions, startServer } from './start-server.js';
export { type RunningWorker, startWorker } from './worker/start-worker.js';
