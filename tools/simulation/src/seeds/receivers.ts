import type { ResolveHost } from '@dialproof/webhooks';
import type { SentRequest } from '../world/without-sockets.js';
import type { Life } from './life.js';
import type { ReceiverPlan } from './plan.js';
import type { World } from './world.js';

/** A message that a receiver got, and when. */
export interface Arrival {
  readonly url: string;
  /** The life of the process that sent it. */
  readonly sender: string;
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status with which it was answered; undefined if it was not. */
  status?: number;
}

/** The duration of a look-up and of a way through the network, and that of a slow receiver. */
const WAY_MS = [1, 50] as const;
const SLOW_MS = [1_000, 30_000] as const;

/** The receivers of all webhooks. They remember every message. */
export class Receivers {
  readonly arrivals: Arrival[] = [];
  readonly #world: World;
  readonly #plans = new Map<string, ReceiverPlan>();
  /** The lives of processes, in the order of their addresses. */
  readonly #senders: string[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  open(url: string, plan: ReceiverPlan): void {
    this.#plans.set(url, plan);
  }

  /** The name server of a process. Each process gets an address of its own, by which the receiver knows who has sent a message. */
  resolverOf(life: Life): ResolveHost {
    const index = this.#senders.push(life.name) - 1;
    const address = `9.0.${index >> 8}.${index & 255}`;
    return () => life.heard(this.#travel().then(() => [address]));
  }

  /** Receives a message, and resolves to the status of the answer. */
  async receive({ address, body, headers, url }: SentRequest): Promise<number> {
    await this.#travel();
    const { now } = this.#world;
    const { from, trouble, until } = this.#plans.get(url.href) ?? { trouble: 'none', from: 0, until: 0 };
    const present = now >= from && now < until ? trouble : 'none';
    if (present === 'away') throw new Error('the connection was refused');
    const arrival: Arrival = { url: url.href, sender: this.#senderAt(address), at: now, headers, body };
    this.arrivals.push(arrival);
    this.#world.note(`${arrival.sender} delivers ${headers['webhook-id']} to ${url.pathname}: ${present}`);
    if (present === 'silent') return await new Promise(() => {});
    if (present === 'breaks off') throw new Error('the connection was broken');
    if (present === 'slow') await this.#world.pass(this.#world.random.between(...SLOW_MS));
    arrival.status = present === 'errors' ? 500 : present === 'gone' ? 410 : 204;
    await this.#travel();
    return arrival.status;
  }

  #senderAt(address: string): string {
    const [, , high = 0, low = 0] = address.split('.').map(Number);
    return this.#senders[high * 256 + low] ?? '';
  }

  async #travel(): Promise<void> {
    await this.#world.pass(this.#world.random.between(...WAY_MS));
    this.#world.time.activity += 1;
  }
}
