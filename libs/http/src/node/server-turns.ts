import type { Server, Socket } from 'node:net';
import { networkOf } from '../rates/network-of.js';
import { paceConnection } from './paced-connection.js';
import { RequestTurns } from './request-turns.js';

/** So many networks are remembered to send requests ahead, the newest ones. */
const MAX_NETWORKS = 1_000;

/**
 * When requests that clients send ahead to one server begin, and how far they are read. Connections from a network that sends any are read with
 * care, see {@link paceConnection}; Node reads all others as ever.
 */
export class ServerTurns {
  readonly turns = new RequestTurns();
  readonly #pacedNetworks = new Set<string>();
  /** The open connections that Node reads as ever. */
  readonly #unpaced = new Map<string, Set<Socket>>();

  constructor(server: Pick<Server, 'on'>) {
    const watch = (socket: Socket) => this.#watch(socket);
    server.on('connection', watch).on('secureConnection', watch);
  }

  /** Has all connections of a network paced, those that are open and those to come. */
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

/** Where a server carries them. */
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
 * Has the connections of a server read with care from the first one on, once their network sends requests ahead. To be called when the server is
 * made. Without it, that begins with the first request that is sent ahead to the contract: of connections that were opened before, Node reads
 * whatever comes, up to 64 KiB of each at once.
 */
export function readInTurn(server: Pick<Server, 'on'>): void {
  turnsOf(server);
}
