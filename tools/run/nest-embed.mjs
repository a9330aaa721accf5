// `npm run nest-embed`: the NestJS application of examples/nest-embed.
import { become } from './become.mjs';

become('nest-embed');
