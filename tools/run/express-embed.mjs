// `npm run express-embed`: the Express application of examples/express-embed.
import { become } from './become.mjs';

become('express-embed');
