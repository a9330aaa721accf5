import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const sourceOf = (lib) => fileURLToPath(new URL(`../${lib}/src/index.ts`, import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('page', import.meta.url)),
  // The page is mounted anywhere: its files are beside it.
  base: './',
  // From its source, so that the page can be built before the packages are.
  resolve: { alias: { '@dialproof/client': sourceOf('client') } },
  plugins: [
    {
      // For the script in index.html, which requests the texts of the reader's language.
      name: 'files-of-languages',
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle }) {
          const texts = Object.values(bundle).filter(({ facadeModuleId }) =>
            /\/texts\/[a-z]{2}\.ts$/.test(facadeModuleId ?? ''),
          );
          const files = Object.fromEntries(texts.map(({ name, fileName }) => [name, `./${fileName}`]));
          return html.replace('const files = {};', () => `const files = ${JSON.stringify(files)};`);
        },
      },
    },
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    // The policy of the page knows no data: but for the signs inside of form fields.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the licences of the packages inside ask for.
    license: { fileName: 'licences.md' },
    reportCompressedSize: false,
    // How long plugins took is nobody's concern who starts a server.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
