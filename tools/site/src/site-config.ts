import { resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { githubAnchor } from './github-anchor.js';
import { repositoryLinks } from './repository-links.js';
import { sidebarOf } from './sidebar.js';
import { findPages } from './site-pages.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const pages = findPages(ROOT);

/** The site: the documents of the repository where they lie, in another order. Nothing of it comes from elsewhere at run time. */
export const siteConfig = defineConfig({
  title: 'Dialproof',
  description: 'Phone number verification inside your own backend.',
  lang: 'en',
  srcDir: ROOT,
  srcExclude: ['**/fixtures/**', '**/data/**'],
  rewrites: Object.fromEntries(pages.map(({ source, path }) => [source, path])),
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    anchor: { slugify: githubAnchor },
    toc: { slugify: githubAnchor },
    config: repositoryLinks(ROOT, pages),
  },
  themeConfig: {
    nav: [
      { text: 'Getting started', link: '/guides/getting-started' },
      { text: 'Guides', link: '/guides/' },
      { text: 'HTTP API', link: '/reference/http' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: sidebarOf(pages),
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
