// `npm start`, and `npm run worker`, `account`, `evidence`, `migrate`, `backup`, `restore` and `move`: the commands of the example server, by their names.
import { become } from './become.mjs';

become('standalone-server');
