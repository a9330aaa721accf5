import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy between the machines and a service. It can be cut and paused. */
export class Link {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #pairs = new Set<readonly [near: Socket, far: Socket]>();
  #listener: Server | undefined;
  #port = 0;
  #standsStill = false;

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
  }

  /** A proxy to the host and port of an address. The address must have a default port if it names none. */
  static async to(address: string, usualPort: number): Promise<Link> {
    const { hostname, port } = new URL(address);
    const link = new Link({ host: hostname, port: Number(port || usualPort) });
    await link.open();
    return link;
  }

  /** The address with the host and port of the proxy. */
  over(address: string): string {
    const url = new URL(address);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  /** Accepts connections, also after {@link close}. */
  async open(): Promise<void> {
    this.#listener = createServer({ pauseOnConnect: true }, (near) => this.#join(near));
    this.#listener.listen(this.#port, '127.0.0.1');
    await once(this.#listener, 'listening');
    // A TCP server's address is an object.
    this.#port = (this.#listener.address() as AddressInfo).port;
  }

  /** Ends all connections, and refuses new ones. */
  close(): void {
    this.#listener?.close();
    for (const sockets of this.#pairs) for (const socket of sockets) socket.destroy();
    this.#pairs.clear();
  }

  /** Connections stay open and are accepted, but nothing moves on them. */
  standStill(): void {
    this.#standsStill = true;
    for (const sockets of this.#pairs) for (const socket of sockets) socket.pause();
  }

  resume(): void {
    this.#standsStill = false;
    for (const sockets of this.#pairs) for (const socket of sockets) socket.resume();
  }

  #join(near: Socket): void {
    const far = connect(this.#target);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from
        .on('error', () => {})
        .on('close', () => {
          to.destroy();
          this.#pairs.delete(pair);
        });
      from.on('data', (piece) => {
        if (!to.write(piece)) from.pause();
      });
      to.on('drain', () => {
        if (!this.#standsStill) from.resume();
      });
      if (this.#standsStill) from.pause();
      else from.resume();
    }
  }
}
