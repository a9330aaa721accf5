/** The smallest JSON route of node:http alone. Prints `port N` when it listens. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (piece: string) => {
    text += piece;
  });
  request.on('end', () => {
    const { phone } = JSON.parse(text);
    const body = JSON.stringify({ phone, status: 'inactive', checked_at: new Date().toISOString() });
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  console.log(`port ${address.port}`);
});
