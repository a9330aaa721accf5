import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUIDES } from './sidebar.js';
import { pageUrl, type SitePage } from './site-pages.js';

/**
 * The text of `llms.txt`: the project in a sentence, then a list of the pages with the first sentence of each, as https://llmstxt.org
 * describes it.
 */
export function llmsText(root: string, pages: readonly SitePage[]): string {
  const lineOf = ({ title, path, source }: SitePage) =>
    `- [${title}](${htmlUrl(path)})${withColon(firstSentence(readFileSync(join(root, source), 'utf8')))}`;
  const guides = Object.entries(GUIDES).flatMap(([heading, names]) => [
    '',
    `## ${heading}`,
    '',
    ...pages.filter(({ source }) => names.some((name) => source === `docs/${name}.md`)).map(lineOf),
  ]);
  const below = (heading: string, folder: string) => [
    '',
    `## ${heading}`,
    '',
    ...pages.filter(({ path }) => path.startsWith(folder)).map(lineOf),
  ];
  return [
    '# Dialproof',
    '',
    '> A TypeScript kit that verifies phone numbers inside an own backend: one number in a request, or a .csv or .xlsx file of up to',
    '> 100,000 rows as a task. Express, Fastify, NestJS, fetch handlers and node:http mount it.',
    ...guides,
    ...below('Packages', 'packages/'),
    ...below('Reference', 'reference/'),
    ...below('Optional', 'examples/'),
    '',
  ].join('\n');
}

function htmlUrl(path: string): string {
  const url = pageUrl(path);
  return url.endsWith('/') ? url : `${url}.html`;
}

function withColon(sentence: string): string {
  return sentence === '' ? '' : `: ${sentence}`;
}

/** The first sentence of the first paragraph that is prose. */
function firstSentence(text: string): string {
  const paragraph = text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .find((part) => /^[A-Z*[]/.test(part) && !part.startsWith('| '));
  const plain = (paragraph ?? '')
    .replace(/\s+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*/g, '');
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
}
