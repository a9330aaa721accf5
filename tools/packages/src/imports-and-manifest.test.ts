import { describe, expect, it } from 'vitest';
import { importsForEffect, type Published, strayImports } from './imports-and-manifest.js';

const manifest = {
  name: '@dialproof/made-up',
  version: '1.0.0',
  dependencies: { '@dialproof/core': '1.0.0' },
  devDependencies: { vitest: '4.0.0' },
  peerDependencies: { express: '5.0.0', 'fast-check': '12.0.0' },
  peerDependenciesMeta: { 'fast-check': { optional: true } },
};

function published(files: Readonly<Record<string, string>>): Published {
  return { manifest, files: new Map(Object.entries(files)) };
}

describe('strayImports', () => {
  it.each([
    "import { x } from '@dialproof/core';",
    "export * from './beside.js';",
    "import { readFile } from 'node:fs/promises';",
    "import express from 'express';",
    "const swagger = await import('fast-check');",
    "const swagger = require('fast-check');",
    "// import 'vitest'",
  ])('lets pass: %s', (source) => {
    expect(strayImports(published({ 'dist/index.js': source }))).toEqual([]);
  });

  it.each([
    "import { it } from 'vitest';",
    "export { it } from 'vitest/browser';",
    "await import('vitest');",
    "require.resolve('vitest');",
    "import { ApiTags } from 'fast-check';",
    "export * from 'fast-check';",
  ])('finds: %s', (source) => {
    expect(strayImports(published({ 'dist/index.js': source }))).toHaveLength(1);
  });

  it.each([
    "import type { OpenAPIObject } from 'fast-check';",
    "export declare const document: import('fast-check').OpenAPIObject;",
    "declare module 'fast-check' {}",
    '/// <reference types="vitest" />',
  ])('finds in a declaration: %s', (source) => {
    expect(strayImports(published({ 'dist/index.d.ts': source }))).toHaveLength(1);
  });

  it('lets an entry point of its own import an optional peer, and finds it where the main one leads there', () => {
    const own = {
      'dist/fast/index.js': "export * from './peer.js';",
      'dist/fast/peer.js': "import 'fast-check';",
      'dist/fast/peer.d.ts': "import type { Arbitrary } from 'fast-check';",
    };
    expect(strayImports(published({ 'dist/index.js': "export * from './beside.js';", ...own }))).toEqual([]);
    const led = {
      'dist/index.js': "export * from './fast/index.js';",
      'dist/index.d.ts': "export * from './fast/peer.js';",
    };
    expect(strayImports(published({ ...led, ...own }))).toEqual([
      'dist/fast/peer.js imports fast-check, an optional peer, as soon as it is loaded',
      'dist/fast/peer.d.ts shows types of fast-check, an optional peer',
    ]);
  });

  it('lets pass what is no compiled file', () => {
    expect(strayImports(published({ 'src/index.ts': "import 'vitest';" }))).toEqual([]);
  });
});

describe('importsForEffect', () => {
  it('finds imports that take nothing', () => {
    const source = "import 'reflect-metadata';\nimport { x } from 'express';\nexport * from './beside.js';";
    expect(importsForEffect(published({ 'dist/index.js': source }))).toEqual([
      'dist/index.js imports reflect-metadata for its effect',
    ]);
  });
});
