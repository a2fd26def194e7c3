import { Injectable } from '@nestjs/common';
import { type Implementation, McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { logger } from '../common/logging/logger';
import { OpenApiService } from '../openapi/openapi.service';
import { answerOf, type McpAnswer } from './mcp-answer';
import { exchange, type McpMessage, refusalOfExtent } from './mcp-exchange';
import { plainCallOf, responseTo } from './plain-call';
import { resultOf, type ToolResult } from './tool-result';
import { type McpCaller, ToolsService } from './tools.service';
import type { ChosenToolsets, NamedToolsets } from './toolsets';

const INSTRUCTIONS =
  'The operations of a Parley installation. Each call has the current rights of its credential. ' +
  'A refusal is a JSON object {error, code, details?, retryAfterSeconds?}: `code` is for programs, ' +
  '`details` names arguments.';

/** The MCP server of the API's operations. */
@Injectable()
export class McpService {
  constructor(
    private readonly tools: ToolsService,
    private readonly openApi: OpenApiService,
  ) {}

  /** @throws UnknownToolset */
  async answer(message: McpMessage, named: NamedToolsets, one: Omit<McpCaller, 'toolsets'>): Promise<McpAnswer> {
    const { info } = await this.openApi.document();
    const caller = { ...one, toolsets: await this.tools.choose(named, one.principal) };
    const server = { name: 'parley', title: 'Parley', version: info.version };
    let call: Call = (name, input) => this.tools.call(caller, name, input);
    const plain = refusalOfExtent(message) ? null : plainCallOf(message);
    if (plain) {
      const [outcome] = await Promise.allSettled([call(plain.name, plain.input)]);
      if (outcome.status === 'fulfilled') {
        return { status: 200, type: 'application/json', body: responseTo(plain, outcome.value, server) };
      }
      // The package has the words for errors of the protocol.
      call = () => Promise.reject(outcome.reason as Error);
    }
    return answerOf(await exchange(message, () => this.serverFor(caller, server, call)));
  }

  private serverFor(caller: McpCaller, identity: Implementation, call: Call): McpServer {
    const server = new McpServer(identity, {
      capabilities: { tools: {} },
      instructions: instructionsFor(caller.toolsets),
    });
    // Not registerTool: the tools depend on the caller, and the operations validate the arguments.
    server.server.setRequestHandler('tools/list', () =>
      hideFailures(async () => ({ tools: await this.tools.list(caller) })),
    );
    server.server.setRequestHandler('tools/call', ({ params }) =>
      hideFailures(async () => resultOf(await call(params.name, params.arguments ?? {}))),
    );
    return server;
  }
}

type Call = (name: string, input: Record<string, unknown>) => Promise<ToolResult>;

/** Names the toolsets that are not in use, so that a model can say how to get their tools. */
function instructionsFor(toolsets: ChosenToolsets): string {
  const { others } = toolsets;
  if (others.length === 0) return INSTRUCTIONS;
  return (
    `${INSTRUCTIONS} Toolsets in use: ${toolsets.names.join(', ')}. Others, which a user adds to the address of the ` +
    `server with ?toolsets=: ${others.join(', ')}.`
  );
}

/** Logs unexpected errors, because the package would send their messages to the client. */
async function hideFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    logger.error({ err: error }, 'MCP request failed');
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on our side.');
  }
}
