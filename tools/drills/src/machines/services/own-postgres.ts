import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../server/free-port.js';
import { ServiceProcess } from './service-process.js';

/** The drill's own PostgreSQL cluster. */
export interface OwnPostgres {
  readonly url: string;
  readonly service: ServiceProcess;
  /** Ends it, and removes its files. */
  remove(): Promise<void>;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

const DEBIAN = '/usr/lib/postgresql';
const ASKED_WITHIN_MS = 1_000;
const run = promisify(execFile);

/** The reason why no cluster can run here; undefined if one can. */
export function whyNoOwnPostgres(): string | undefined {
  return binaries() === undefined
    ? `no PostgreSQL at ${DEBIAN}: on Debian, apt-get install postgresql`
    : undefined;
}

/** Makes and starts a cluster that listens only on the loopback interface. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const bin = binaries();
  if (bin === undefined) throw new TypeError('PostgreSQL is missing');
  const user = await otherUser();
  const folder = mkdtempSync(join(tmpdir(), 'dialproof-postgres-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  await run(
    join(bin, 'initdb'),
    ['--auth=trust', '--username=drill', '--encoding=UTF8', '--locale=C', '-D', data],
    { cwd: folder, ...user },
  );
  const port = await freePort();
  const url = `postgres://drill@127.0.0.1:${port}/postgres`;
  const service = new ServiceProcess({
    name: 'PostgreSQL',
    program: join(bin, 'postgres'),
    args: ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
    logFile: `${folder}.log`,
    ask: () => askPostgres(url),
    ...(user === undefined ? {} : { user }),
  });
  const remove = async () => {
    service.goOn();
    await service.end('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${folder}.log`, { force: true });
  };
  try {
    await service.start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { url, service, remove };
}

/** Rejects if no PostgreSQL answers. */
export async function askPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ASKED_WITHIN_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select 1');
  } finally {
    await client.end();
  }
}

/** The programs of the newest version. */
function binaries(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')));
}

/** PostgreSQL refuses to run as root. Then it runs as the user of Debian's package. */
async function otherUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (option) => Number((await run('id', [option, 'postgres'])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new TypeError('there is no user postgres');
  return { uid, gid };
}
