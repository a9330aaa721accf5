import { posix } from 'node:path';

const MAP_COMMENT = /^\/\/# sourceMappingURL=(.+)$/m;

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

/** What a debugger or an editor would look for in vain: maps and sources that are not among the files. */
export function danglingMaps(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) =>
    path.endsWith('.map') ? missingSources(path, text, files) : missingMap(path, text, files),
  );
}

function missingMap(path: string, text: string, files: ReadonlyMap<string, string>): string[] {
  const map = /\.(?:js|d\.ts)$/.test(path) ? MAP_COMMENT.exec(text)?.[1] : undefined;
  return map === undefined || files.has(beside(path, map)) ? [] : [`${path} names the map ${map}`];
}

function missingSources(path: string, text: string, files: ReadonlyMap<string, string>): string[] {
  // The compiler wrote it.
  const { sources, sourcesContent = [] } = JSON.parse(text) as SourceMap;
  return sources
    .filter((source, index) => !files.has(beside(path, source)) && typeof sourcesContent[index] !== 'string')
    .map((source) => `${path} names the source ${source}`);
}

function beside(path: string, relative: string): string {
  return posix.join(posix.dirname(path), relative);
}
