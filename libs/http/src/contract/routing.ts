import type { Operation } from '../operations/definition/define-operation.js';
import type { AccountHandler, OpenHandler, OperationParts } from '../operations/definition/operation-call.js';
import { itemSegment } from '../operations/definition/operation-errors.js';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../operations/operations.js';

/** An operation at its path, with its handler. */
interface Route<Handler> {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly run: Handler;
}

interface PathOf<Access, Handler> {
  /** The path, with the segment that names an item in braces. */
  readonly template: string;
  readonly access: Access;
  /** The routes by method; GET stands for HEAD too. */
  readonly routes: ReadonlyMap<string, Route<Handler>>;
  /** Every method that it takes, in the form of the Allow header. */
  readonly allow: string;
}

/** A path of the contract with its operations: all of them open to anyone, or all of them for authenticated callers. */
export type ContractPath = OpenPath | AccountPath;
export type OpenPath = PathOf<'open', OpenHandler>;
export type AccountPath = PathOf<'account', AccountHandler>;

export interface FoundPath {
  readonly path: ContractPath;
  /** The id of the item in the path, decoded; empty if there is none. */
  readonly id: string;
}

/** The paths of the operations that have a handler with these parts, in the order of the list. */
export function contractPaths(parts: OperationParts): readonly ContractPath[] {
  const open: Route<OpenHandler>[] = [];
  const account: Route<AccountHandler>[] = [];
  for (const name of OPERATION_NAMES) {
    const operation: Operation = OPERATIONS[name];
    if (operation.access === 'account') {
      account.push({ name, operation, run: operation.handler(parts) });
      continue;
    }
    const run = operation.handler(parts);
    if (run !== undefined) open.push({ name, operation, run });
  }
  return [...pathsOf('account', account), ...pathsOf('open', open)];
}

function pathsOf<Access extends 'open' | 'account', Handler>(
  access: Access,
  routes: readonly Route<Handler>[],
): PathOf<Access, Handler>[] {
  const paths = new Map<string, Map<string, Route<Handler>>>();
  for (const route of routes) {
    const { path, method } = route.operation;
    const ofPath = paths.get(path) ?? new Map<string, Route<Handler>>();
    paths.set(path, ofPath.set(method, route));
  }
  return [...paths].map(([template, ofPath]) => ({
    template,
    access,
    routes: ofPath,
    allow: allowOf([...ofPath.keys()]),
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
