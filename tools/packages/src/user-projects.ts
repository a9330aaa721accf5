import type { ModuleKind } from './host-folder.js';

/** A way in which users compile. */
export interface UserProject {
  readonly kind: ModuleKind;
  readonly module: string;
  readonly moduleResolution: string;
}

/** The output is run as ES modules. */
export const AS_MODULE: UserProject = { kind: 'module', module: 'node16', moduleResolution: 'node16' };

/** The output is run with `require`. Only nodenext knows that ES modules can be required; node16 reports an error. */
export const AS_COMMONJS: UserProject = {
  kind: 'commonjs',
  module: 'nodenext',
  moduleResolution: 'nodenext',
};

const BUNDLED: UserProject = { kind: 'module', module: 'esnext', moduleResolution: 'bundler' };

/** The resolution that Nest's and many other tsconfig.json had for years. TypeScript 7 no longer has it. */
const CLASSIC: UserProject = { kind: 'commonjs', module: 'commonjs', moduleResolution: 'node10' };

export const TYPESCRIPT_7_PROJECTS: readonly UserProject[] = [AS_MODULE, AS_COMMONJS, BUNDLED];
export const EARLIER_PROJECTS: readonly UserProject[] = [AS_MODULE, AS_COMMONJS, BUNDLED, CLASSIC];

/** The compiler's options for the programs of a host. */
export function compilerOptions({ module, moduleResolution }: UserProject) {
  return {
    module,
    moduleResolution,
    strict: true,
    // Declarations are checked too.
    skipLibCheck: false,
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    esModuleInterop: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    rootDir: 'src',
  };
}
