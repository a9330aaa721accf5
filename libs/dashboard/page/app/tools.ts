import type { DialproofClient } from '@dialproof/client';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Texts } from '../texts/en.js';
import type { Formats } from '../texts/formats.js';
import type { Offers } from './offers.js';

/** What every part of the page works with. */
export interface Tools {
  readonly client: DialproofClient;
  readonly texts: Texts;
  readonly formats: Formats;
  readonly offers: Offers;
  /** Grows with each sign-in: what was refused before may be asked for again. */
  readonly signIns: number;
  /** Says something to people who hear the page. */
  announce(text: string): void;
  /** Is told of every failure: one of them means that nobody is signed in any more. */
  failed(error: unknown): void;
}

export const ToolsContext = createContext<Tools | undefined>(undefined);

export function useTools(): Tools {
  const tools = useContext(ToolsContext);
  if (tools === undefined) throw new Error('a part of the page stands outside of it');
  return tools;
}
