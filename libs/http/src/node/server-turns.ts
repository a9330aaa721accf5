import type { Server, Socket } from 'node:net';
import { networkOf } from '../rates/network-of.js';
import { paceConnection } from './paced-connection.js';
import { RequestTurns } from './request-turns.js';

/** So many networks are remembered to send requests ahead, the newest ones. */
const MAX_NETWORKS = 1_000;

/**
 * Schedules the requests that clients send ahead to one server, and how far they are read. Connections from a network that sends any are
 * paced, see {@link paceConnection}; Node reads all others as usual.
 */
export class ServerTurns {
  readonly turns = new RequestTurns();
  readonly #pacedNetworks = new Set<string>();
  /** The open connections that Node reads as usual. */
  readonly #unpaced = new Map<string, Set<Socket>>();

  constructor(server: Pick<Server, 'on'>) {
    const watch = (socket: Socket) => this.#watch(socket);
    server.on('connection', watch).on('secureConnection', watch);
  }

  /** Paces all connections of a network, open and future ones. */
  pace(network: string): void {
    if (this.#pacedNetworks.has(network)) return;
    this.#pacedNetworks.add(network);
    for (const oldest of this.#pacedNetworks) {
      if (this.#pacedNetworks.size <= MAX_NETWORKS) break;
      this.#pacedNetworks.delete(oldest);
    }
    const open = this.#unpaced.get(network) ?? [];
    this.#unpaced.delete(network);
    for (const socket of open) paceConnection(socket);
  }

  #watch(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    if (this.#pacedNetworks.has(network)) {
      paceConnection(socket);
      return;
    }
    const open = this.#unpaced.get(network);
    if (open === undefined) this.#unpaced.set(network, new Set([socket]));
    else open.add(socket);
    socket.once('close', () => {
      const left = this.#unpaced.get(network);
      left?.delete(socket);
      if (left?.size === 0) this.#unpaced.delete(network);
    });
  }
}

/** The property of a server that holds them. */
const TURNS = Symbol('requests sent ahead');

/** The turns of a server, which all of its connections share. */
export function turnsOf(server: Pick<Server, 'on'>): ServerTurns {
  const known: unknown = Reflect.get(server, TURNS);
  if (known instanceof ServerTurns) return known;
  const turns = new ServerTurns(server);
  Reflect.set(server, TURNS, turns);
  return turns;
}

/**
 * Paces all connections of a server, from its first connection on, once their network sends requests ahead. Call it when the server is
 * created. Without it, pacing begins with the first request that is sent ahead to the contract: connections that were opened before are
 * read by Node, up to 64 KiB of each at once.
 */
export function readInTurn(server: Pick<Server, 'on'>): void {
  turnsOf(server);
}
