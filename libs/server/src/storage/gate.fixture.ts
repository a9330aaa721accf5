import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { POSTGRES_URL } from '../../../../tools/tests/services/postgres.fixture.js';

/** Stands between a server and PostgreSQL, and can refuse connections as PostgreSQL does. */
export class Gate {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #refusal: Buffer | undefined;

  private constructor() {
    this.#server = createServer((socket) => this.#take(socket));
  }

  static async open(): Promise<Gate> {
    const gate = new Gate();
    await gate.listen();
    onTestFinished(() => gate.stopListening());
    return gate;
  }

  /** The database's address through the gate. */
  get url(): string {
    const url = new URL(POSTGRES_URL);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  /** Ends all connections, and refuses new ones with this SQLSTATE. */
  refuse(state: string): void {
    const fields = `SFATAL\0VFATAL\0C${state}\0Mno connection for you\0\0`;
    const head = Buffer.alloc(5);
    head.write('E');
    head.writeInt32BE(4 + fields.length, 1);
    this.#refusal = Buffer.concat([head, Buffer.from(fields)]);
    this.#endAll();
  }

  /** Ends all connections. From now on nothing listens at the address. */
  async stopListening(): Promise<void> {
    this.#endAll();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Takes connections again. */
  async listen(): Promise<void> {
    this.#refusal = undefined;
    if (this.#server.listening) return;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    // A TCP server's address is an object.
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #take(socket: Socket): void {
    this.#keep(socket);
    const refusal = this.#refusal;
    if (refusal !== undefined) {
      socket.once('data', () => socket.end(refusal));
      return;
    }
    const { hostname, port } = new URL(POSTGRES_URL);
    const database = connect(Number(port || 5432), hostname);
    this.#keep(database);
    socket.pipe(database).pipe(socket);
    socket.on('close', () => database.destroy());
    database.on('close', () => socket.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #endAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
