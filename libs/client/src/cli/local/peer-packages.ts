import { createRequire } from 'node:module';
import type * as Settings from '@dialproof/checkers/settings';
import type * as Core from '@dialproof/core';
import type * as Http from '@dialproof/http';
import { wrongCommandLine } from '../failures/failure.js';

/** The packages that verify without a server. Only `--local` needs them; users of a server install none of them. */
export interface PeerPackages {
  readonly core: typeof Core;
  readonly http: typeof Http;
  readonly settings: typeof Settings;
}

const NAMES = ['@dialproof/core', '@dialproof/http', '@dialproof/checkers'] as const;

/** Finds a module, or throws, as `require.resolve` does. */
export type ResolveModule = (specifier: string) => string;

export const resolveHere: ResolveModule = createRequire(import.meta.url).resolve;

/** Loads the packages. Rejects with a `CommandFailure` that names those that are not installed. */
export async function loadPeers(resolve: ResolveModule = resolveHere): Promise<PeerPackages> {
  const missing = NAMES.filter((name) => !isInstalled(name, resolve));
  if (missing.length > 0) {
    const names = missing.join(' ');
    throw wrongCommandLine(
      `--local needs packages that are not installed: npm install --global @dialproof/client ${names}, or pnpm add --global with commas between them`,
    );
  }
  const [core, http, settings] = await Promise.all([
    import('@dialproof/core'),
    import('@dialproof/http'),
    import('@dialproof/checkers/settings'),
  ]);
  return { core, http, settings };
}

export function isInstalled(name: string, resolve: ResolveModule): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}
