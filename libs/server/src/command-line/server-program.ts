import { startServer } from '../start-server.js';
import type { Program } from './run-program.js';
import { serverExamples } from './server-examples.js';
import { serverHelp } from './server-help.js';
import { welcome } from './welcome.js';

export const serverProgram: Program = {
  name: 'start',
  help: serverHelp,
  examples: serverExamples,
  async start(settings, { commandLine, ...options }) {
    const server = await startServer(settings, options);
    return {
      welcome: welcome({ ...settings, ...server, commandLine }, isColoured()),
      wasShown: () => server.firstAccount?.wasShown(),
      close: () => server.close(),
    };
  },
};

/** https://no-color.org: any text but an empty one turns colours off. */
function isColoured(): boolean {
  return process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
