import { Injectable } from '@nestjs/common';
import type { Tool } from '@modelcontextprotocol/server';
import { DomainError } from '../common/errors/domain-error';
import { OperationCalls, type OperationRequest } from '../common/http/operation-calls';
import { denial } from '../common/registry/denial';
import { Lazy } from '../common/registry/lazy';
import { OperationRegistry } from '../common/registry/operation.registry';
import type { KnownCaller } from '../common/request/authentication';
import type { Principal } from '../common/request/principal';
import type { TraceContext } from '../common/tracing/trace-context';
import { Settings } from '../config/load-settings';
import { OpenApiService } from '../openapi/openapi.service';
import { ToolNotInUse, UnknownTool } from './mcp.errors';
import { type OperationTool, toolOf } from './tool';
import { requestOf } from './tool-request';
import { refused, refusedAs, succeeded, type ToolResult } from './tool-result';
import { ALL_TOOLSETS, ChosenToolsets, DEFAULT_TOOLSET, type NamedToolsets } from './toolsets';

/** The caller of a tool, with the data for its calls of operations. */
export interface McpCaller extends KnownCaller {
  authorization: string;
  address: string;
  requestId: string;
  trace: TraceContext | undefined;
  toolsets: ChosenToolsets;
}

/**
 * The operations as tools. The same access decision as everywhere determines which tools a caller sees, at each
 * request. A call runs the whole operation, with the caller's credential.
 */
@Injectable()
export class ToolsService {
  /** By name. */
  private readonly tools = new Lazy(() => this.make());

  constructor(
    private readonly registry: OperationRegistry,
    private readonly openApi: OpenApiService,
    private readonly settings: Settings,
    private readonly operations: OperationCalls,
  ) {}

  /** @throws UnknownToolset */
  async choose(named: NamedToolsets, { kind }: Principal): Promise<ChosenToolsets> {
    const known = new Set([...(await this.tools.get()).values()].map(({ toolset }) => toolset));
    return new ChosenToolsets(named, [...known].sort(), {
      fallback: kind === 'token' ? ALL_TOOLSETS : DEFAULT_TOOLSET,
    });
  }

  async list({ principal, toolsets }: McpCaller): Promise<Tool[]> {
    const visible = [...(await this.tools.get()).values()].filter(
      (tool) => toolsets.has(tool) && denial(tool.operation, principal) === null,
    );
    return visible.map((tool) => (principal.kind === 'token' ? tool.listedForTokens : tool.listed));
  }

  /**
   * A tool for another kind of credential gets the same answer as one that does not exist.
   *
   * @throws UnknownTool, ToolNotInUse
   */
  async call(caller: McpCaller, name: string, input: Record<string, unknown>): Promise<ToolResult> {
    const { principal, toolsets } = caller;
    const tool = (await this.tools.get()).get(name);
    const denied = tool && denial(tool.operation, principal);
    if (!tool || denied?.code === 'credential_kind_not_allowed') throw new UnknownTool(name);
    if (denied) return refusedAs(denied);
    if (!toolsets.has(tool)) throw new ToolNotInUse(name, tool.toolset, toolsets.with(tool.toolset));
    const all = principal.kind === 'token' ? { workspaceId: principal.workspaceId, ...input } : input;
    try {
      return await this.run(requestOf(tool, all), caller);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return refusedAs(error);
    }
  }

  private async run(
    { headers, ...request }: OperationRequest,
    { authorization, requestId, trace, address, ...known }: McpCaller,
  ): Promise<ToolResult> {
    const answer = await this.operations.call(
      { ...request, headers: { ...headers, authorization } },
      { requestId, trace, address, audience: this.settings.mcpUrl, known },
    );
    return answer.status < 300 ? succeeded(answer.text) : refused(answer);
  }

  private async make(): Promise<ReadonlyMap<string, OperationTool>> {
    const schemas = await this.openApi.leanSchemas();
    const tools = this.registry.operations.flatMap((operation) => {
      const documented = schemas.get(operation.operationId);
      if (!documented) throw new Error(`${operation.operationId} is registered but not documented`);
      return toolOf(operation, documented) ?? [];
    });
    return new Map(tools.map((tool) => [tool.listed.name, tool]));
  }
}
