import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';

/** The globals of Node that browsers have too. The bundle runs with these alone. */
const WEB_GLOBALS = [
  ...[
    'AbortController',
    'AbortSignal',
    'Blob',
    'DOMException',
    'File',
    'FormData',
    'Headers',
    'Request',
    'Response',
  ],
  ...['ReadableStream', 'TextDecoder', 'TextEncoder', 'TransformStream', 'URL', 'URLSearchParams'],
  ...['atob', 'btoa', 'clearTimeout', 'crypto', 'fetch', 'performance', 'setTimeout'],
] as const;

export interface BrowserBundle {
  /** The remaining imports, which a browser cannot resolve. */
  readonly imports: readonly string[];
  /** Runs it with the globals of browsers alone. Returns the exports of the module. */
  run(): unknown;
}

/** Bundles a module as pages do. */
export async function bundleForBrowser(input: string): Promise<BrowserBundle> {
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', name: 'page', codeSplitting: false });
  await bundle.close();
  const [{ code, imports }] = output;
  const globals = Object.fromEntries(WEB_GLOBALS.map((name) => [name, Reflect.get(globalThis, name)]));
  return { imports, run: () => runInContext(`${code}\npage`, createContext(globals)) };
}
