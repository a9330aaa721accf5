import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ts from 'typescript-5';
import { INSTALL, runNpm } from './run-process.js';
import { compilerOptions, type UserProject } from './user-projects.js';

type TypeScript = typeof ts;

/** The releases before TypeScript 7 that users may have. docs/packages.md names the oldest. */
export const EARLIER_TYPESCRIPTS = ['5.8', '5.9', '6.0'] as const;

/** Installs the earlier releases into a new folder, beside one another. Resolves to the folder. */
export async function installTypeScripts(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const specs = EARLIER_TYPESCRIPTS.map((release) => `typescript-${release}@npm:typescript@~${release}.0`);
  await runNpm([...INSTALL, ...specs], folder);
  return folder;
}

/**
 * The errors of an earlier TypeScript in the programs of a host and in our own declarations. Other declarations are not checked, which
 * would take five times as long; TypeScript 7 checks them.
 */
export function typeErrors(release: string, compilers: string, host: string, project: UserProject): string[] {
  const ts: TypeScript = createRequire(join(compilers, 'package.json'))(`typescript-${release}`);
  // TypeScript 6 accepts the classic resolution only with this option.
  const deprecated = release.startsWith('6') ? { ignoreDeprecations: '6.0' } : {};
  const settings = {
    compilerOptions: { ...compilerOptions(project), ...deprecated, noEmit: true },
    include: ['src'],
  };
  const config = ts.parseJsonConfigFileContent(settings, ts.sys, join(host, project.kind));
  const program = ts.createProgram(config.fileNames, config.options);
  const ours = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName));
  const diagnostics = [
    ...config.errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...ours.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  return diagnostics.map((diagnostic) => ts.formatDiagnostic(diagnostic, formatHost(host)));
}

function isOurs(fileName: string): boolean {
  return !/\/node_modules\/(?!@dialproof\/)/.test(fileName);
}

function formatHost(folder: string): ts.FormatDiagnosticsHost {
  return {
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
}
