export { type CommandOptions, runCommand } from './command-line/run-command.js';
export type { CommandLine, CommandName } from './command-line/run-program.js';
export { createLog, type Log } from './log.js';
export { createMetrics, type Metrics } from './metrics.js';
export { StartRefusal } from './settings/setting-variable.js';
export { readSettings, type Settings } from './settings/settings.js';
export { type RunningServer, type StartOptions, startServer } from './start-server.js';
export { type RunningWorker, startWorker } from './start-worker.js';
