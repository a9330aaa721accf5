import { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A connection to the server that the driver takes for its socket. What passes between the two is up to the subclass. */
export abstract class DriverSocket extends Duplex {
  protected readonly server = new Socket();

  constructor() {
    super({ allowHalfOpen: false });
    this.server.on('connect', () => this.emit('connect'));
    this.server.on('error', (error) => this.destroy(error));
  }

  connect(port: number, host: string): this {
    this.server.connect(port, host);
    return this;
  }

  setNoDelay(): this {
    this.server.setNoDelay();
    return this;
  }

  ref(): this {
    this.server.ref();
    return this;
  }

  unref(): this {
    this.server.unref();
    return this;
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.server.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.server.destroy();
    done(error);
  }
}
