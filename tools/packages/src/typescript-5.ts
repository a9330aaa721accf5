import { join } from 'node:path';
import ts from 'typescript-5';
import { compilerOptions, type UserProject } from './user-projects.js';

/**
 * What TypeScript 5 says of the programs of a host and of our own declarations. Those of others are read and not checked, which would
 * take five times as long: TypeScript 7 checks them.
 */
export function typeErrors(host: string, project: UserProject): string[] {
  const settings = { compilerOptions: { ...compilerOptions(project), noEmit: true }, include: ['src'] };
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
