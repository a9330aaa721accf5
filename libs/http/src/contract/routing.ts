import type { AccountHandler, Handlers, OpenHandler } from '../operations/operation.js';
import {
  itemSegment,
  OPERATION_NAMES,
  type OperationName,
  ROUTES,
  takesIdempotencyKey,
} from '../wire/routes.js';

interface Route<Handler> {
  readonly name: OperationName;
  readonly takesBody: boolean;
  readonly takesKey: boolean;
  readonly run: Handler;
}

interface PathOf<Access, Handler> {
  /** With the segment that names an item in braces. */
  readonly template: string;
  readonly access: Access;
  /** By method; GET stands for HEAD too. */
  readonly routes: ReadonlyMap<string, Route<Handler>>;
  /** Every method that it takes, in the form of the Allow header. */
  readonly allow: string;
}

/** A path of the contract with its operations: all of them open to anyone, or all of them for authenticated callers. */
export type ContractPath = PathOf<'open', OpenHandler> | PathOf<'account', AccountHandler>;

export interface FoundPath {
  readonly path: ContractPath;
  /** The id of the item in the path, decoded; empty if there is none. */
  readonly id: string;
}

/** The paths of the operations that have a handler, in the order of the table. */
export function contractPaths({ open, account }: Handlers): readonly ContractPath[] {
  return [...pathsOf('account', account), ...pathsOf('open', open)];
}

function pathsOf<Access extends 'open' | 'account', Handler>(
  access: Access,
  handlers: { readonly [Name in OperationName]?: Handler | undefined },
): PathOf<Access, Handler>[] {
  const paths = new Map<string, Map<string, Route<Handler>>>();
  for (const name of OPERATION_NAMES) {
    const run = handlers[name];
    if (run === undefined) continue;
    const { path, method, ...route } = ROUTES[name];
    const routes = paths.get(path) ?? new Map<string, Route<Handler>>();
    paths.set(
      path,
      routes.set(method, { name, takesBody: 'body' in route, takesKey: takesIdempotencyKey(name), run }),
    );
  }
  return [...paths].map(([template, routes]) => ({
    template,
    access,
    routes,
    allow: allowOf([...routes.keys()]),
  }));
}

function allowOf(methods: readonly string[]): string {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  );
}

/** Creates the function that finds the path of a request. It returns undefined for a path of the host. */
export function createPathFinder(
  paths: readonly ContractPath[],
): (requested: string) => FoundPath | undefined {
  const fixed = new Map<string, FoundPath>();
  const patterns: Pattern[] = [];
  for (const path of paths) {
    const segment = itemSegment(path.template);
    if (segment === undefined) fixed.set(path.template, { path, id: '' });
    else patterns.push(patternOf(path, segment));
  }
  return (requested) => fixed.get(requested) ?? findPattern(patterns, requested);
}

interface Pattern {
  readonly prefix: string;
  readonly suffix: string;
  readonly path: ContractPath;
}

function patternOf(path: ContractPath, segment: string): Pattern {
  const [prefix = '', suffix = ''] = path.template.split(segment);
  return { prefix, suffix, path };
}

function findPattern(patterns: readonly Pattern[], requested: string): FoundPath | undefined {
  for (const { prefix, suffix, path } of patterns) {
    if (!requested.startsWith(prefix) || !requested.endsWith(suffix)) continue;
    const segment = requested.slice(prefix.length, requested.length - suffix.length);
    if (segment !== '' && !segment.includes('/')) return { path, id: decoded(segment) };
  }
  return undefined;
}

/** A segment with an invalid encoding is left unchanged, and its item is simply not found. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
