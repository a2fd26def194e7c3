import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server';
import type { RequestListener } from 'node:http';
import { ValidationFailed } from '../common/errors/domain-error';
import { denial } from '../common/registry/denial';
import { Lazy } from '../common/registry/lazy';
import { OperationRegistry } from '../common/registry/operation.registry';
import { type KnownCaller, sendInside } from '../common/request/inner-request';
import type { Principal } from '../common/request/principal';
import { type TraceContext, traceHeaders } from '../common/tracing/trace-context';
import { Settings } from '../config/load-settings';
import { OpenApiService } from '../openapi/openapi.service';
import { type OperationTool, toolOf } from './tool';
import { requestOf, type ToolRequest } from './tool-request';
import { refused, succeeded } from './tool-result';

/** The caller of a tool, with the data for its HTTP requests. */
export interface McpCaller extends KnownCaller {
  authorization: string;
  address: string;
  requestId: string;
  trace: TraceContext | undefined;
}

/**
 * The operations as tools. The same access decision as everywhere determines which tools a caller sees, at each
 * request. A call is sent as the operation's HTTP request through the whole application, with the caller's credential.
 */
@Injectable()
export class ToolsService {
  /** By name. */
  private readonly tools = new Lazy(() => this.make());

  constructor(
    private readonly registry: OperationRegistry,
    private readonly openApi: OpenApiService,
    private readonly settings: Settings,
    private readonly adapter: HttpAdapterHost,
  ) {}

  async list({ principal }: McpCaller): Promise<Tool[]> {
    const visible = [...(await this.tools.get()).values()].filter((tool) => isVisible(tool, principal));
    return visible.map((tool) => (principal.kind === 'token' ? tool.listedForTokens : tool.listed));
  }

  /** A tool that the caller may not see gets the same answer as one that does not exist. */
  async call(caller: McpCaller, name: string, input: Record<string, unknown>): Promise<CallToolResult> {
    const { principal } = caller;
    const tool = (await this.tools.get()).get(name);
    if (!tool || !isVisible(tool, principal)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    }
    const all = principal.kind === 'token' ? { workspaceId: principal.workspaceId, ...input } : input;
    try {
      return await this.send(requestOf(tool, all), caller);
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      return refused({ text: JSON.stringify({ error: error.message, code: error.code, details: error.details }) });
    }
  }

  private async send(request: ToolRequest, caller: McpCaller): Promise<CallToolResult> {
    const answer = await sendInside(this.adapter.httpAdapter.getInstance<RequestListener>(), {
      ...request,
      headers: {
        ...request.headers,
        authorization: caller.authorization,
        'x-request-id': caller.requestId,
        ...traceHeaders(caller.trace),
      },
      address: caller.address,
      audience: this.settings.mcpUrl,
      caller,
    });
    return answer.status < 300 ? succeeded(answer.text) : refused(answer);
  }

  private async make(): Promise<ReadonlyMap<string, OperationTool>> {
    const schemas = await this.openApi.operationSchemas();
    const tools = this.registry.operations.flatMap((operation) => {
      const documented = schemas.get(operation.operationId);
      if (!documented) throw new Error(`${operation.operationId} is registered but not documented`);
      return toolOf(operation, documented) ?? [];
    });
    return new Map(tools.map((tool) => [tool.listed.name, tool]));
  }
}

function isVisible({ operation }: OperationTool, principal: Principal): boolean {
  return denial(operation, principal) === null;
}
