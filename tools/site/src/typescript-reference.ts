import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, type TypeDocOptions } from 'typedoc';
import { type PluginOptions, load as writeMarkdown } from 'typedoc-plugin-markdown';

/** Writes a page for every entry point of every library into `folder`. Throws when a library is not built. */
export async function writeTypescriptReference(root: string, folder: string): Promise<void> {
  const options: TypeDocOptions & Partial<PluginOptions> = {
    plugin: [writeMarkdown],
    outputs: [{ name: 'markdown', path: folder }],
    entryPoints: entryPoints(root),
    tsconfig: join(root, 'tools/site/typedoc.tsconfig.json'),
    readme: 'none',
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
    router: 'module',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    logLevel: 'Error',
  };
  const application = await Application.bootstrapWithPlugins(options);
  const project = await application.convert();
  if (project === undefined) throw new Error('The libraries are not built: run npx tsc -b.');
  // TypeDoc names a module by its path: sql/dist/postgres.
  for (const module of project.children ?? []) module.name = `@dialproof/${module.name.replace('/dist', '')}`;
  await application.generateOutputs(project);
}

/** The built declarations of each entry point that a library exports: `libs/sql/dist/postgres/index.d.ts` for `./postgres`. */
export function entryPoints(root: string): string[] {
  return readdirSync(join(root, 'libs')).flatMap((library) => {
    const manifest = readFileSync(join(root, 'libs', library, 'package.json'), 'utf8');
    const { exports } = JSON.parse(manifest) as { readonly exports: Readonly<Record<string, unknown>> };
    return Object.values(exports).flatMap((target) => {
      const types = typeof target === 'object' && target !== null ? Reflect.get(target, 'types') : undefined;
      return typeof types === 'string' ? [join(root, 'libs', library, types)] : [];
    });
  });
}
