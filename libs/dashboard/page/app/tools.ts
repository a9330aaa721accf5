import type { DialproofClient } from '@dialproof/client';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Texts } from '../texts/en.js';
import type { Formats } from '../texts/formats.js';
import type { Offers } from './offers.js';

/** The tools of every part of the page. */
export interface Tools {
  readonly client: DialproofClient;
  readonly texts: Texts;
  readonly formats: Formats;
  readonly offers: Offers;
  /** Grows with each sign-in: refused requests may be made again. */
  readonly signIns: number;
  /** Says something to people who hear the page. */
  announce(text: string): void;
  /** Gets every failure: one of them means that nobody is signed in any more. */
  failed(error: unknown): void;
}

export const ToolsContext = createContext<Tools | undefined>(undefined);

export function useTools(): Tools {
  const tools = useContext(ToolsContext);
  if (tools === undefined) throw new Error('a part of the page stands outside of it');
  return tools;
}
