import type { IncomingMessage } from 'node:http';
import type { User } from './users.service.js';

/** A request as the host's guard leaves it. */
export interface HostRequest extends IncomingMessage {
  /** Who has signed in. */
  user?: User | undefined;
}
