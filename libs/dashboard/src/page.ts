import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { type CheckedOptions, checkOptions, type DashboardOptions } from './dashboard-options.js';

export interface PageRequest {
  readonly method: string;
  /** The path as the host passes it on, without its query. */
  readonly path: string;
  /** The URL as the client has sent it, with its query, if the host still knows it. */
  readonly url: string;
  header(name: string): string | undefined;
}

export interface PageReply {
  readonly status: 200 | 304 | 307;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Answers a request for the page or for a file beside it; undefined for every other, which is the host's. */
export type AnswerPage = (request: PageRequest) => PageReply | undefined;

/** The page without a framework. Its files are read now and kept. Throws TypeError for bad options. */
export function createPage(options: DashboardOptions): AnswerPage {
  const checked = checkOptions(options);
  const html = withSettings(readPageText('index.html'), checked);
  const page = new PageFile('index.html', Buffer.from(html));
  const pageHeaders = { ...HEADERS, 'content-security-policy': policyOf(html, checked) };
  const assets = readAssets();
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const name = below(request.path, checked.basePath);
    const redirect = name === '' ? redirectToSlash(request.url) : undefined;
    if (redirect !== undefined) return redirect;
    if (name === '') return reply(request, page, { ...pageHeaders, 'cache-control': 'no-cache' });
    const asset = assets.get(name?.replace(/^assets\//, '') ?? '');
    if (asset === undefined || !name?.startsWith('assets/')) return undefined;
    // Another content has another name.
    return reply(request, asset, { ...HEADERS, 'cache-control': 'public, max-age=31536000, immutable' });
  };
}

const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The path below the mount, without the slash; undefined for other paths. The page itself is found with and without the slash. */
function below(path: string, basePath: string): string | undefined {
  if (path === basePath) return '';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length + 1) : undefined;
}

/**
 * The files of the page are beside it, so its address has to end with a slash. A relative redirect leads there behind proxies too. If the
 * host has removed its mount from the URL and hides that, a script inside the page does the same.
 */
function redirectToSlash(url: string): PageReply | undefined {
  const [, segment = '', query = ''] = /([^/?#]+)(\?[^#]*)?$/.exec(url) ?? [];
  const path = url.split('?', 1)[0] ?? '';
  if (segment === '' || path.endsWith('/')) return undefined;
  const headers = { ...HEADERS, 'cache-control': 'no-cache', location: `./${segment}/${query}` };
  return { status: 307, headers, body: Buffer.alloc(0) };
}

function reply(request: PageRequest, file: PageFile, headers: Readonly<Record<string, string>>): PageReply {
  const accepted = { 'accept-encoding': request.header('accept-encoding') };
  const isPacked = new Negotiator({ headers: accepted }).encoding(['gzip', 'identity']) === 'gzip';
  const etag = `"${file.etag}${isPacked ? '-gzip' : ''}"`;
  if (fresh({ 'if-none-match': request.header('if-none-match') }, { etag })) {
    return { status: 304, headers: { ...headers, etag }, body: Buffer.alloc(0) };
  }
  const body = isPacked ? file.gzipped : file.content;
  const about = { 'content-type': file.type, 'content-length': String(body.length), etag };
  const coding = isPacked ? { 'content-encoding': 'gzip' } : {};
  return {
    status: 200,
    headers: { ...headers, ...about, ...coding },
    body: request.method === 'HEAD' ? Buffer.alloc(0) : body,
  };
}

const SETTINGS = '<meta name="dialproof-settings" content="{}">';

function withSettings(html: string, { settings }: CheckedOptions): string {
  const text = JSON.stringify(settings).replace(/[&"<>]/g, (char) => `&#${char.charCodeAt(0)};`);
  if (!html.includes(SETTINGS)) throw new Error(`index.html lacks ${SETTINGS}`);
  return html.replace(SETTINGS, () => SETTINGS.replace('{}', () => text));
}

/** Allows only what the page needs. The scripts inside of the page are few, and allowed by their hashes. */
function policyOf(html: string, { apiOrigin }: CheckedOptions): string {
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => {
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  });
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...hashes].join(' '),
    "style-src 'self'",
    // The signs inside of form fields are data: images of the style sheet.
    "img-src 'self' data:",
    ['connect-src', "'self'", ...(apiOrigin === undefined ? [] : [apiOrigin])].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

const FOLDER = new URL('../dist/page/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file of the page, whole and packed. */
class PageFile {
  readonly type: string;
  readonly content: Buffer;
  readonly etag: string;
  #gzipped: Buffer | undefined;

  constructor(name: string, content: Buffer) {
    this.type = TYPES[extname(name)] ?? 'application/octet-stream';
    this.content = content;
    this.etag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  }

  get gzipped(): Buffer {
    this.#gzipped ??= gzipSync(this.content, { level: 9 });
    return this.#gzipped;
  }
}

/** Reads a file of the page, which the build of this package has made. Throws when it was not built. */
function readPageText(name: string): string {
  try {
    return readFileSync(new URL(name, FOLDER), 'utf8');
  } catch (cause) {
    const place = fileURLToPath(FOLDER);
    throw new Error(`The page is not in ${place}: build it with node build-page.mjs`, { cause });
  }
}

/** The files beside the page, by their names: each name holds a hash of the content. */
function readAssets(): ReadonlyMap<string, PageFile> {
  const folder = new URL('assets/', FOLDER);
  const names = readdirSync(folder);
  return new Map(names.map((name) => [name, new PageFile(name, readFileSync(new URL(name, folder)))]));
}
