import type { ErrorRequestHandler, RequestHandler } from 'express';

/** Why the host does not do what was asked. The host's errors have a form of their own, which is not Dialproof's. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const refuseUnknownPath: RequestHandler = (request) => {
  throw new Refusal(404, 'not_found', `There is no ${request.method} ${request.path} here.`);
};

/** The one place that makes replies of errors. What nobody expected goes to the log and not to the caller. */
export function answerErrors(log: (error: unknown) => void): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const refusal = error instanceof Refusal ? error : refusalOfExpress(error);
    if (refusal === undefined) log(error);
    const { status, code, message } = refusal ?? UNEXPECTED;
    response.status(status).json({ error: { code, message } });
  };
}

const UNEXPECTED = new Refusal(500, 'internal_error', 'Something went wrong on our side.');

/** What Express could not read: its errors carry a status, those of express.json() also whether their message is for the caller. */
function refusalOfExpress(error: unknown): Refusal | undefined {
  const { status, expose }: { status?: unknown; expose?: unknown } = Object(error);
  // A parameter of the path, like %E0, that is no text.
  if (error instanceof URIError && status === 400) {
    return new Refusal(404, 'not_found', 'There is nothing here: the path cannot be decoded.');
  }
  if (typeof status !== 'number' || expose !== true) return undefined;
  return new Refusal(status, 'unreadable_body', 'The body has to be JSON of at most 100 kB.');
}
