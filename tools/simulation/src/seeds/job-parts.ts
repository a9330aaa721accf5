import type { Account } from './account.js';
import type { SimulatedProcess } from './process.js';
import type { Receivers } from './receivers.js';
import { type Asked, ask, type Reply } from './requests.js';
import type { World } from './world.js';

/** The parts with which the jobs of an account are done. */
export interface JobParts {
  readonly world: World;
  readonly servers: readonly SimulatedProcess[];
  readonly receivers: Receivers;
  readonly account: Account;
  /** Whether no process has another time of day than the operator, who revokes tokens. */
  readonly clocksAgree: boolean;
}

export async function request({ account, servers, world }: JobParts, asked: Asked): Promise<Reply> {
  return await ask(world, servers, account, asked);
}

export function expectStatus(
  { account, world }: JobParts,
  { path }: Asked,
  reply: Reply,
  status: number,
): boolean {
  if (reply.status === status) return true;
  world.violated(`${account.name}: ${path} is answered with ${reply.status} ${reply.text}`);
  return false;
}

/** The reply's JSON, of which a job expects this shape. */
export function read<Shape>(reply: Reply): Shape {
  return JSON.parse(reply.text) as Shape;
}
