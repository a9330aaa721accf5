import { uploadForm } from '../world/upload-form.js';
import type { Account } from './account.js';
import { ENOUGH_CREDITS } from './plan.js';
import type { SimulatedProcess } from './process.js';
import type { World } from './world.js';

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly key?: string;
  readonly json?: unknown;
  /** The contents of a .csv file. */
  readonly file?: string;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A reply, and when the last part of its request was sent. */
interface TimedReply extends Reply {
  readonly sentAt: number;
  /** Whether the clock of the process is behind. Then a token is valid until that clock has reached the time of its rotation. */
  readonly isBehind?: boolean;
}

/** Thrown to end all jobs of an account that was erased. */
export class AccountIsGone extends Error {
  override readonly name = 'AccountIsGone';
}

const TIMEOUT_MS = 60_000;

/** Sends a request until its reply asks for no repeat, each time to another process. */
export async function ask(
  world: World,
  servers: readonly SimulatedProcess[],
  account: Account,
  asked: Asked,
): Promise<Reply> {
  for (;;) {
    const { token } = account;
    const beganAt = world.now;
    const reply = await send(world, servers, token, asked);
    const { status, text } = reply;
    world.note(
      `${account.name} ${asked.method ?? ''} ${asked.path} ${asked.key ?? ''}: ${status} ${status >= 400 ? text : ''}`,
    );
    if (status === 401 && account.isErased) throw new AccountIsGone();
    if (status === 401 && token === account.token) world.violated(`${account.name}'s token is refused`);
    const isOld = token !== account.token && reply.sentAt > account.rotatedAt;
    if (status < 300 && isOld && reply.isBehind !== true)
      world.violated(`${account.name}: a request that was whole after the rotation of its token is answered`);
    if (status === 500) world.violated(`${account.name}: ${asked.path} is answered with 500`);
    if (status === 402 && account.plan.credits >= ENOUGH_CREDITS)
      world.violated(`${account.name} has enough credits, and ${asked.path} is refused for want of them`);
    // A process that stood still may read the account's state only after the suspension.
    if (status < 300 && account.stops.some(({ from, until }) => beganAt > from && world.now < until))
      world.violated(`${account.name} is suspended or erased, and ${asked.path} is answered`);
    if (!isToBeRepeated(reply)) return reply;
    await world.pass(world.random.between(500, 3_000));
  }
}

function isToBeRepeated({ status, text }: Reply): boolean {
  return (
    status >= 500 ||
    [401, 403, 429].includes(status) ||
    (status === 409 && text.includes('request_in_progress'))
  );
}

/** Sends a request to a process that is up. */
export async function send(
  world: World,
  servers: readonly SimulatedProcess[],
  token: string,
  asked: Asked,
): Promise<TimedReply> {
  const up = servers.flatMap(({ running }) => running ?? []);
  if (up.length === 0) return { status: 599, text: 'nobody is there', sentAt: world.now };
  const { kit, life } = world.random.pick(up);
  let cancel = () => {};
  const timeout = new Promise<TimedReply>((resolve) => {
    cancel = world.clock.schedule(TIMEOUT_MS, () =>
      resolve({ status: 599, text: 'no reply in time', sentAt: world.now }),
    );
  });
  world.time.activity += 1;
  const sending = { sentAt: world.now };
  const answered = kit.handler(requestOf(world, token, asked, sending)).then(async (response) => ({
    status: response.status,
    text: await response.text(),
    sentAt: sending.sentAt,
    isBehind: life.clock.now() < world.clock.now(),
  }));
  try {
    return await Promise.race([answered, life.ended, timeout]);
  } catch (error) {
    return { status: 599, text: String(error), sentAt: world.now };
  } finally {
    cancel();
    world.time.activity += 1;
  }
}

/** The share of requests whose body comes in two parts, with this time between them. */
const SLOW_SHARE = 0.2;
const SLOW_MS = [1, 20_000] as const;

function requestOf(
  world: World,
  token: string,
  { file, json, key, method, path }: Asked,
  sending: { sentAt: number },
): Request {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (key !== undefined) headers['idempotency-key'] = key;
  let body: string | undefined;
  if (file !== undefined) {
    const { mediaType, text } = uploadForm(file);
    headers['content-type'] = mediaType;
    body = text;
  } else if (json !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(json);
  }
  const sent = method ?? (body === undefined ? 'GET' : 'POST');
  return new Request(`http://kit.test${path}`, {
    method: sent,
    headers,
    ...(body === undefined ? {} : bodyOf(world, body, sending)),
  });
}

function bodyOf(world: World, text: string, sending: { sentAt: number }): RequestInit {
  if (!world.random.chance(SLOW_SHARE)) return { body: text };
  const half = Math.floor(text.length / 2);
  const parts = [text.slice(0, half), text.slice(half)];
  const pauseMs = world.random.between(...SLOW_MS);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = parts.shift();
      if (part === undefined) return controller.close();
      if (parts.length === 0) await world.pass(pauseMs);
      sending.sentAt = world.now;
      controller.enqueue(Buffer.from(part));
    },
  });
  return { body, duplex: 'half' };
}
