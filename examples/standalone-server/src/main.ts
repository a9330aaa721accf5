import { runProgram } from './program/run-program.js';
import { serverHelp } from './server-help.js';
import { startServer } from './start-server.js';
import { welcome } from './welcome.js';

runProgram({
  command: 'npm start',
  help: serverHelp,
  async start(settings, options) {
    const server = await startServer(settings, options);
    return {
      welcome: welcome({ ...settings, ...server }),
      wasShown: () => server.firstAccount?.wasShown(),
      close: () => server.close(),
    };
  },
});
