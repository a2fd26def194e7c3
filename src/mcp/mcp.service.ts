import { Injectable } from '@nestjs/common';
import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { logger } from '../common/logging/logger';
import { OpenApiService } from '../openapi/openapi.service';
import { exchange, type McpMessage } from './mcp-exchange';
import { type McpCaller, ToolsService } from './tools.service';

const INSTRUCTIONS =
  'The operations of a Parley installation. Tools act with the rights of the credential that is used, as they are at the ' +
  'moment of the call. A refusal is a JSON object {error, code, details?, retryAfterSeconds?}: `code` is for programs, ' +
  '`details` names fields.';

/** The MCP server of the API's operations. */
@Injectable()
export class McpService {
  constructor(
    private readonly tools: ToolsService,
    private readonly openApi: OpenApiService,
  ) {}

  async answer(message: McpMessage, caller: McpCaller): Promise<Response> {
    const { info } = await this.openApi.document();
    return exchange(message, () => this.serverFor(caller, info.version));
  }

  private serverFor(caller: McpCaller, version: string): McpServer {
    const server = new McpServer(
      { name: 'parley', title: 'Parley', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    // Not registerTool: what there is depends on who asks, and arguments are validated where REST validates them.
    server.server.setRequestHandler('tools/list', () => told(async () => ({ tools: await this.tools.list(caller) })));
    server.server.setRequestHandler('tools/call', ({ params }) =>
      told(() => this.tools.call(caller, params.name, params.arguments ?? {})),
    );
    return server;
  }
}

/** What went wrong inside is for the log: the package would send the failure's own words. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    logger.error({ err: error }, 'MCP request failed');
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on our side.');
  }
}
