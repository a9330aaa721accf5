import { pageUrl, type SitePage } from './site-pages.js';

/** The guides in the order in which they are read. Every guide stands in one of these lists; a test fails when one is missing. */
export const GUIDES = {
  'First steps': ['getting-started', 'ship-it', 'concepts', 'comparison', 'performance', 'packages'],
  'Mounting it': ['mounting', 'express', 'fastify', 'nestjs', 'fetch'],
  'Files and numbers': [
    'files',
    'columns',
    'cells',
    'lists',
    'suppressions',
    'checkers',
    'vendors',
    'http-checker',
    'evidence',
  ],
  'Calling it': ['client', 'command-line', 'assistants', 'http-api', 'webhooks', 'troubleshooting'],
  'Running it': ['dashboard', 'operating', 'upgrading', 'measuring', 'audit', 'security'],
  'Your own parts': ['README', 'own-checker', 'own-accounts', 'own-ledger', 'own-task-store', 'own-queue'],
} as const;

export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: SidebarItem[];
}

/**
 * The sidebar, which is the same on every page. A group that can be collapsed links to a page: without a link, VitePress nests one button
 * in another.
 */
export function sidebarOf(pages: readonly SitePage[]): SidebarItem[] {
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const guides = Object.entries(GUIDES).map(([text, names]) => ({
    text,
    items: names.map((name) => itemOf(bySource, `docs/${name}.md`)),
  }));
  return [
    ...guides,
    { text: 'Packages', link: '/guides/packages', collapsed: true, items: itemsBelow(pages, 'packages/') },
    {
      text: 'Examples',
      link: '/guides/packages',
      collapsed: true,
      items: itemsBelow(pages, 'examples/'),
    },
    {
      text: 'Reference',
      items: [
        { text: 'HTTP API', link: '/reference/http' },
        {
          text: 'TypeScript',
          link: '/reference/typescript/',
          collapsed: true,
          items: itemsBelow(pages, 'reference/typescript/'),
        },
      ],
    },
    {
      text: 'The project',
      link: '/contributing',
      collapsed: true,
      items: [...projectItems(bySource), ...itemsBelow(pages, 'tools/')],
    },
  ];
}

function projectItems(bySource: ReadonlyMap<string, SitePage>): SidebarItem[] {
  return [
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'docs/internals/engine.md',
    'docs/internals/http.md',
    'docs/internals/sql.md',
    'docs/internals/simulation.md',
    'docs/internals/dependencies.md',
    'SECURITY.md',
  ].map((source) => itemOf(bySource, source));
}

function itemsBelow(pages: readonly SitePage[], folder: string): SidebarItem[] {
  return pages.filter(({ path }) => path.startsWith(folder)).map(toItem);
}

function itemOf(bySource: ReadonlyMap<string, SitePage>, source: string): SidebarItem {
  const page = bySource.get(source);
  if (page === undefined) throw new Error(`The sidebar names ${source}, which is not there.`);
  return toItem(page);
}

function toItem({ title, path }: SitePage): SidebarItem {
  return { text: title, link: pageUrl(path) };
}

/**
 * The weight of a section in the search, by the address of its page: guides first, then references and packages, then pages for
 * contributors. The browser gets this function as text, so it uses nothing outside of itself.
 */
export function searchWeight(address: string): number {
  if (/^\/(guides\/internals|tools|contributing|changelog)/.test(address)) return 0.1;
  if (address.startsWith('/reference/typescript/')) return 0.2;
  if (/^\/guides\/(security|audit|troubleshooting)/.test(address)) return 0.8;
  return address.startsWith('/guides/') ? 2 : 1;
}
