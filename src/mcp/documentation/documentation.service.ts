import { Injectable } from '@nestjs/common';
import { type CallToolResult, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { required } from '../../common/errors/required';
import { OperationRegistry } from '../../common/registry/operation.registry';
import { Settings } from '../../config/load-settings';
import { OpenApiService } from '../../openapi/openapi.service';
import { exchange, type McpMessage } from '../mcp-exchange';
import { operationLine, operationText } from './api-summary';
import { llmsText } from './llms-text';
import { PageSearch } from './page-search';
import { type Page, readPages } from './pages';

/** The most characters of a page or an operation in one answer. */
const MOST_CHARACTERS = 20_000;
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const SEARCH = fromJsonSchema<{ query: string; limit?: number }>({
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, maxLength: 200, description: 'Words to search for.' },
    limit: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
  },
  required: ['query'],
  additionalProperties: false,
});

const OPERATION = fromJsonSchema<{ operationId?: string }>({
  type: 'object',
  properties: {
    operationId: {
      type: 'string',
      maxLength: 100,
      description: 'Id of one operation, for its schemas. Default: one line for each operation.',
    },
  },
  additionalProperties: false,
});

/** Parley's documentation for programs: an MCP server without authentication, and the pages as text. */
@Injectable()
export class DocumentationService {
  private readonly pages: readonly Page[] = readPages();
  private index?: PageSearch;
  private readonly reading = fromJsonSchema<{ page: string; offset?: number }>({
    type: 'object',
    properties: {
      page: { type: 'string', enum: this.pages.map(({ name }) => name) },
      offset: { type: 'integer', minimum: 0, maximum: 10_000_000, default: 0, description: 'In characters.' },
    },
    required: ['page'],
    additionalProperties: false,
  });

  constructor(
    private readonly registry: OperationRegistry,
    private readonly openApi: OpenApiService,
    private readonly settings: Settings,
  ) {}

  /** Created at the first search: most processes never need it, and it would add a fifth to their start. */
  private get search(): PageSearch {
    return (this.index ??= new PageSearch(this.pages));
  }

  llmsText(): string {
    return llmsText(this.pages, this.settings);
  }

  /** @throws NotFound 404 */
  requirePage(name: string): string {
    return required(this.pages.find((one) => one.name === name)).text;
  }

  async answer(message: McpMessage): Promise<Response> {
    const { info } = await this.openApi.document();
    return exchange(message, () => this.server(info.version));
  }

  private server(version: string): McpServer {
    const server = new McpServer(
      { name: 'parley-docs', title: 'Parley documentation', version },
      { capabilities: { tools: { listChanged: false } } },
    );
    server.registerTool(
      'search_docs',
      {
        title: 'Search the documentation',
        description: 'Finds sections by words, best match first.',
        inputSchema: SEARCH,
        annotations: READS,
      },
      ({ query, limit = 5 }) => answer({ results: this.search.find(query, limit) }),
    );
    server.registerTool(
      'read_doc',
      {
        title: 'Read a page',
        description: `Returns up to ${MOST_CHARACTERS} characters of a page; continue at \`nextOffset\`.`,
        inputSchema: this.reading,
        annotations: READS,
      },
      ({ page, offset = 0 }) => answer(this.part(page, offset)),
    );
    server.registerTool(
      'api_summary',
      {
        title: 'Summarize the API',
        description: 'Lists every operation in one line, or describes one with its schemas.',
        inputSchema: OPERATION,
        annotations: READS,
      },
      ({ operationId }) => this.summary(operationId),
    );
    return server;
  }

  private part(name: string, offset: number): Record<string, unknown> {
    const text = this.requirePage(name);
    const end = offset + MOST_CHARACTERS;
    return {
      page: name,
      text: text.slice(offset, end).toWellFormed(),
      offset,
      nextOffset: end < text.length ? end : null,
      totalCharacters: text.length,
    };
  }

  private async summary(operationId: string | undefined): Promise<CallToolResult> {
    const { operations } = this.registry;
    if (operationId === undefined) return answer({ operations: operations.map(operationLine) });
    const operation = operations.find((one) => one.operationId === operationId);
    const schemas = await this.openApi.schemasOfOperation(operationId);
    if (!operation || !schemas)
      return { content: [{ type: 'text', text: 'There is no such operation.' }], isError: true };
    return answer({ operation: operationText(operation, schemas).slice(0, MOST_CHARACTERS) });
  }
}

function answer(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
