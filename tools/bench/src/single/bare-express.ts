/** The smallest Express 5 JSON route: the cost of a request without Dialproof. Prints `port N` when it listens. */
import express from 'express';

const app = express();
app.disable('x-powered-by');
app.post('/v1/verify', express.json(), (request, response) => {
  response.json({ phone: request.body.phone, status: 'inactive', checked_at: new Date().toISOString() });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  console.log(`port ${address.port}`);
});
