import type { DialproofClient } from '@dialproof/client';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Texts } from '../texts/en.js';
import type { Formats } from '../texts/formats.js';
import type { PageSettings } from './settings.js';

/** The tools of every part of the page. */
export interface Tools {
  readonly client: DialproofClient;
  readonly texts: Texts;
  readonly formats: Formats;
  readonly offers: Offers;
  /** The limits of a file. */
  readonly limits: Pick<PageSettings, 'maxRows' | 'maxFileBytes'>;
  /** Grows with each sign-in: refused requests may be made again. */
  readonly signIns: number;
  /** Says something to people who hear the page. `isSeen`: also shows it for a while, where nothing else on the page has changed. */
  announce(text: string, isSeen?: boolean): void;
  /** Gets every failure: one of them means that nobody is signed in any more, and a defect of the page is logged. */
  failed(error: unknown): void;
}

export const ToolsContext = createContext<Tools | undefined>(undefined);

export function useTools(): Tools {
  const tools = useContext(ToolsContext);
  if (tools === undefined) throw new Error('a part of the page stands outside of it');
  return tools;
}

/** Whether the server has an operation: hosts may leave out the parts for some. */
export type Offers = (operation: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} ${string}`) => boolean;

/** The public description of a server. */
export interface Server {
  readonly offers: Offers;
  /** Whether its results are made up. */
  readonly isSandbox: boolean;
}

/** While nothing is known about a server, everything is offered: the server itself refuses missing operations. */
export const UNKNOWN_SERVER: Server = { offers: () => true, isSandbox: false };

/** Gets the operations of a server. Without an answer, nothing is known about it. */
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
