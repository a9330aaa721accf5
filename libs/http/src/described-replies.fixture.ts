import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { HttpContract } from './contract.js';
import type { HttpReply, HttpRequest } from './http-message.js';
import { openApiDocument } from './wire/openapi.js';

/** The contract, with each reply that its description does not have among `strays`, in words. */
export function withDescribedReplies(contract: HttpContract, strays: string[]): HttpContract {
  const stray = strayFinder();
  return {
    ...contract,
    handle: (request) =>
      contract.handle(request)?.then((reply) => {
        const found = stray(request, reply);
        if (found !== undefined) strays.push(found);
        return reply;
      }),
  };
}

function strayFinder() {
  const document = openApiDocument();
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'api', ...document });
  const paths = Object.entries(Object(document['paths'])).map(([template, methods]) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/, '[^/]+')}$`),
    methods: Object(methods),
  }));
  return (request: HttpRequest, { status, headers, body }: HttpReply): string | undefined => {
    const said = `${request.method} ${request.path}: ${status} ${typeof body === 'string' ? body : 'a stream'}`;
    const path = paths.find(({ pattern }) => pattern.test(request.path));
    if (path === undefined) return `${said}: the path is not described`;
    const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
    const operation = path.methods[method];
    // What is said to OPTIONS and to methods that a path does not take belongs to no operation.
    if (operation === undefined) return [204, 401, 403, 405, 500].includes(status) ? undefined : said;
    // No answer of the operation, but of HTTP itself and of server-sent events.
    if (status === 304 || (status === 204 && operation.operationId === 'events')) return undefined;
    if (operation.responses[status] === undefined) return `${said}: the status is not described`;
    if (operation.responses[status].content === undefined) return body === '' ? undefined : said;
    const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
    const content = operation.responses[status].content[mediaType];
    if (content === undefined) return `${said}: ${mediaType} is not described`;
    if (mediaType !== 'application/json' || typeof body !== 'string' || body === '') return undefined;
    const pointer = [
      'paths',
      path.template,
      method,
      'responses',
      String(status),
      'content',
      mediaType,
      'schema',
    ];
    const schema = `api#/${pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const answer = JSON.parse(body);
    if (!ajv.validate(schema, answer)) return `${said}: ${ajv.errorsText()}`;
    if (status >= 400 && content.examples[answer.detail] === undefined)
      return `${said}: the code is not described`;
    return undefined;
  };
}
