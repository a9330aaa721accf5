import { describe, expect, it } from 'vitest';
import { danglingMaps } from './source-maps.js';

const compiled = 'export {};\n//# sourceMappingURL=index.js.map\n';

function files(map: unknown, ...more: readonly string[]): Map<string, string> {
  const others = more.map((path) => [path, ''] as const);
  return new Map([['dist/index.js', compiled], ['dist/index.js.map', JSON.stringify(map)], ...others]);
}

describe('danglingMaps', () => {
  it('lets pass a map whose source is among the files', () => {
    expect(danglingMaps(files({ sources: ['../src/index.ts'] }, 'src/index.ts'))).toEqual([]);
  });

  it('lets pass a map that holds its source', () => {
    expect(danglingMaps(files({ sources: ['../src/index.ts'], sourcesContent: ['export {};'] }))).toEqual([]);
  });

  it('finds a map whose source is elsewhere', () => {
    expect(danglingMaps(files({ sources: ['../src/index.ts'], sourcesContent: [null] }))).toEqual([
      'dist/index.js.map names the source ../src/index.ts',
    ]);
  });

  it('finds a file whose map is elsewhere', () => {
    expect(danglingMaps(new Map([['dist/index.js', compiled]]))).toEqual([
      'dist/index.js names the map index.js.map',
    ]);
  });
});
