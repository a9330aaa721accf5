import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { diagrams, rowHeaders } from './markdown-rules.js';
import { githubAnchor, repositoryLinks } from './repository-links.js';
import { searchWeight, sidebarOf } from './sidebar.js';
import { findPages } from './site-pages.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const pages = findPages(ROOT);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly version: string;
};
/** The icon of the dashboard, so that both have the same mark. */
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(ROOT, 'libs/dashboard/page/icon.svg'), 'utf8'))}`;

/** The site: the documents of the repository, in another order. At run time nothing comes from another server. */
export const siteConfig = defineConfig({
  title: 'Dialproof',
  description: 'Phone number verification inside your own backend.',
  lang: 'en',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: icon }]],
  srcDir: ROOT,
  srcExclude: ['README.md', '**/fixtures/**', '**/data/**'],
  rewrites: Object.fromEntries(pages.map(({ source, path }) => [source, path])),
  // The first page of the theme has no `main` landmark.
  transformHtml: (html) => html.replace('<div class="VPHome"', '<div role="main" class="VPHome"'),
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: githubAnchor },
    toc: { slugify: githubAnchor },
    config(md) {
      repositoryLinks(ROOT, pages)(md);
      diagrams(md);
      rowHeaders(md);
    },
  },
  themeConfig: {
    logo: icon,
    nav: [
      { text: 'Getting started', link: '/guides/getting-started' },
      { text: 'Guides', link: '/guides/' },
      { text: 'HTTP API', link: '/reference/http' },
      { text: version, link: '/changelog' },
    ],
    sidebar: sidebarOf(pages),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { miniSearch: { searchOptions: { boostDocument: searchWeight } } },
    },
  },
});
