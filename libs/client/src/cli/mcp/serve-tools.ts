import { once } from 'node:events';
import {
  type CallToolResult,
  fromJsonSchema,
  McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { isDialproofError } from '../../dialproof-error.js';
import { unreachable } from '../failures/unreachable.js';
import { duration } from '../terminal/format.js';
import { printable } from '../terminal/output.js';
import { versionOfPackage } from '../version.js';
import type { Tool, ToolParts } from './tool.js';
import { TOOLS } from './tools.js';

const INSTRUCTIONS =
  'Verifies phone numbers. Preview a file before you submit it: the preview is free and says what the file would cost. Then submit it, follow the task with get_task until its status is done, and write the result with download_result.';

/** Serves the tools until the assistant closes the input, or the program is interrupted. */
export async function serveTools(parts: ToolParts): Promise<void> {
  const { stdin, stdout, stderr, signal } = parts.host;
  const handle = serveStdio(() => serverOf(parts), {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: (error) => stderr.write(`${error.message}\n`),
  });
  try {
    await once(stdin, 'close', { signal });
  } finally {
    await handle.close();
  }
}

function serverOf(parts: ToolParts): McpServer {
  const server = new McpServer(
    { name: 'dialproof', version: versionOfPackage() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS) register(server, tool, parts);
  return server;
}

function register(server: McpServer, tool: Tool, parts: ToolParts): void {
  const { description, input, name, title } = tool;
  const config = {
    title,
    description,
    inputSchema: argumentsSchema(input),
    annotations: { readOnlyHint: tool.kind === 'reads', destructiveHint: false },
  };
  server.registerTool(name, config, async (given, { mcpReq }): Promise<CallToolResult> => {
    const token = mcpReq._meta?.progressToken;
    const onProgress = async (progress: number, total: number): Promise<void> => {
      if (token === undefined) return;
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: token, progress, total },
      });
    };
    try {
      const answer = await tool.run(given, { ...parts, signal: mcpReq.signal, onProgress });
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: errorText(error, parts) }] };
    }
  });
}

/** The text for the assistant: codes and hints of the API, whose parameters have the same names as those of the tools. */
function errorText(error: unknown, { server: { url } }: ToolParts): string {
  if (!isDialproofError(error)) return error instanceof Error ? error.message : String(error);
  const { code, hint, retryAfterMs } = error;
  const said = unreachable(error, url) ?? (hint === undefined ? code : `${code}: ${printable(hint)}`);
  return retryAfterMs === undefined ? said : `${said} Try again in ${duration(retryAfterMs)}.`;
}

type Arguments = Readonly<Record<string, unknown>>;

/** The schema of a tool's arguments. Its refusals name the wrong argument and what it takes, which those of the library do not always. */
function argumentsSchema(input: Tool['input']): StandardSchemaWithJSON<Arguments, Arguments> {
  const schema = fromJsonSchema<Arguments>({
    type: 'object',
    additionalProperties: false,
    ...input,
  });
  const { validate, ...standard } = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      validate(given: unknown) {
        const message = problemOf(Object(given), input);
        return message === undefined ? validate(given) : { issues: [{ message }] };
      },
    },
  };
}

function problemOf(given: object, { properties }: Tool['input']): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, name)) {
      const names = Object.keys(properties);
      return `there is no argument ${name}; ${names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`}`;
    }
    const property = Object(properties[name]);
    const words: readonly unknown[] | undefined = (property.items ?? property).enum;
    const wrong = words && [value].flat().find((word) => !words.includes(word));
    if (wrong !== undefined) return `${name} takes ${words?.join(', ')}, not ${JSON.stringify(wrong)}`;
  }
  return undefined;
}
