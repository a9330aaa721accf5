// `npm start`: the example server.
import { become } from './become.mjs';

become('standalone-server');
