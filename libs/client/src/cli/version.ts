import { createRequire } from 'node:module';

export function versionOfPackage(): string {
  const manifest: unknown = createRequire(import.meta.url)('@dialproof/client/package.json');
  return String(Reflect.get(Object(manifest), 'version'));
}
