/** Whether the server has an operation: hosts may leave out the parts for some. */
export type Offers = (operation: `${'GET' | 'POST' | 'DELETE'} ${string}`) => boolean;

/** What a server says of itself to anyone. */
export interface Server {
  readonly offers: Offers;
  /** Whether its results are made up. */
  readonly isSandbox: boolean;
}

/** As long as nothing is known of a server, everything is offered: what it lacks, it says itself. */
export const UNKNOWN_SERVER: Server = { offers: () => true, isSandbox: false };

/** Asks a server what it can do. Where it does not tell, nothing is known of it. */
export async function askServer(api: string): Promise<Server> {
  try {
    const reply = await fetch(`${api}/v1/openapi.json`);
    const { paths }: { paths?: unknown } = await reply.json();
    return {
      offers: paths === undefined ? UNKNOWN_SERVER.offers : offersOf(Object(paths)),
      isSandbox: reply.headers.has('dialproof-results'),
    };
  } catch {
    return UNKNOWN_SERVER;
  }
}

function offersOf(paths: object): Offers {
  return (operation) => {
    const [method = '', path = ''] = operation.split(' ');
    return Object.hasOwn(Object(Reflect.get(paths, path) ?? {}), method.toLowerCase());
  };
}
