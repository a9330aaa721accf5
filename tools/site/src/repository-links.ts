import { statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { HOME, pageUrl, type SitePage } from './site-pages.js';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** The environment that VitePress passes to the rules of markdown-it. */
interface RenderedPage {
  /** Absolute path of the document in the repository; the indexer of the search gives none. */
  readonly realPath?: string;
  /** Absolute path of the page in the order of the site; of the document where there is no `realPath`. */
  readonly path: string;
}

/**
 * Makes relative links lead to the pages of the site. The documents link one another as they lie in the repository, and the site orders
 * them in another way. A link to a source file or to a folder without a README becomes plain text: the site does not have it.
 */
export function repositoryLinks(root: string, pages: readonly SitePage[]): (md: MarkdownRenderer) => void {
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const home = bySource.get(HOME);
  if (home !== undefined) bySource.set('README.md', home);

  function siteUrl(source: string, href: string): string | undefined {
    const [file = '', anchor] = href.split('#');
    const target = posix.normalize(posix.join(posix.dirname(source), decodeURIComponent(file)));
    const page = bySource.get(isFolder(join(root, target)) ? posix.join(target, 'README.md') : target);
    if (page === undefined) return undefined;
    return `${pageUrl(page.path)}${anchor === undefined ? '' : `#${anchor}`}`;
  }

  function relink(source: string, tokens: Token[]): Token[] {
    let isDropped = false;
    return tokens.filter((token) => {
      if (token.type === 'link_close' && isDropped) {
        isDropped = false;
        return false;
      }
      if (token.type !== 'link_open') return true;
      const href = token.attrGet('href') ?? '';
      if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(href)) return true;
      const url = siteUrl(source, href);
      if (url !== undefined) token.attrSet('href', url);
      isDropped = url === undefined;
      return url !== undefined;
    });
  }

  return (md) => {
    md.core.ruler.push('repository_links', (state) => {
      // VitePress gives this to every page that it renders, and not to a title by itself.
      const { path, realPath = path } = state.env as Partial<RenderedPage>;
      if (realPath === undefined) return;
      const source = posix.relative(root, realPath);
      for (const token of state.tokens) {
        if (token.children) token.children = relink(source, token.children);
      }
    });
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The anchor that GitHub gives to a heading, so that links to headings lead to the same place in the repository and on the site. */
export function githubAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
