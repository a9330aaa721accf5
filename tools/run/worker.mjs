// `npm run worker`: a worker of the example server.
import { become } from './become.mjs';

become('standalone-server', 'worker/worker-main.js');
