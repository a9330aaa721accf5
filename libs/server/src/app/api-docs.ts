import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { POLICY_END } from './http-server.js';

/** The path of Swagger UI, without the slash behind it. */
export const DOCS_PATH = '/docs';

const require = createRequire(import.meta.url);
const FILES = dirname(require.resolve('swagger-ui-dist/package.json'));

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dialproof API</title>
<link rel="icon" href="favicon-32x32.png">
<link rel="stylesheet" href="swagger-ui.css">
<body>
<div id="docs"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</html>
`;

// The path of the description is relative, so a proxy may put both anywhere. No external validator is used.
const START = `SwaggerUIBundle({ url: '../v1/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });
`;

const MADE: ReadonlyMap<string, readonly [type: string, text: string]> = new Map([
  ['', ['text/html; charset=utf-8', PAGE]],
  ['start.js', ['text/javascript; charset=utf-8', START]],
]);

const PACKED: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

/** Allows only what the page needs: its own files, styles that it sets itself, and requests to this server. */
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; ${POLICY_END}`;

/** `GET /docs/`: the API to read and to try out, from files of this server alone. Returns false for every other request. */
export function answerDocs(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const [path = ''] = (request.url ?? '').split('?', 1);
  if (path === DOCS_PATH) {
    // Relative, since a proxy may have put all of this below a prefix.
    response.writeHead(308, { location: 'docs/' }).end();
    return true;
  }
  if (!path.startsWith(`${DOCS_PATH}/`)) return false;
  const name = path.slice(DOCS_PATH.length + 1);
  const made = MADE.get(name);
  const packed = PACKED.get(name);
  if (made === undefined && packed === undefined) return false;
  response.setHeader('content-security-policy', POLICY);
  if (made !== undefined) {
    const [type, text] = made;
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
    response.end(request.method === 'HEAD' ? '' : text);
    return true;
  }
  response.writeHead(200, { 'content-type': packed, 'cache-control': 'public, max-age=86400' });
  if (request.method === 'HEAD') response.end();
  // A client that goes away ends it; a file that cannot be read ends the connection.
  else pipeline(createReadStream(join(FILES, name)), response, () => {});
  return true;
}
