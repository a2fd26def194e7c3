import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Callers } from '../common/auth/callers';
import { OutsideApi } from '../common/registry/operation.route';
import { currentRequest } from '../common/request/request-context';
import { Settings } from '../config/load-settings';
import { sendMcp } from './mcp-answer';
import { MethodNotAllowed } from './mcp.errors';
import { McpService } from './mcp.service';
import { workspaceOfCall } from './tool-request';
import { namedToolsets } from './toolsets';
import { ensureTrustedOrigin } from './trusted-origin';

/** MCP over Streamable HTTP, without sessions: every message is a POST that identifies its sender. */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  constructor(
    private readonly mcp: McpService,
    private readonly callers: Callers,
    private readonly settings: Settings,
  ) {}

  @Post()
  @OutsideApi('MCP: authenticates by itself, for its own audience; its tools are the operations')
  async post(@Req() request: Request, @Res() response: Response): Promise<void> {
    ensureTrustedOrigin(request, this.settings);
    const current = currentRequest();
    current.audience = this.settings.mcpUrl;
    const workspaceId = workspaceOfCall(request.body);
    await this.callers.identify(request, current, workspaceId);
    const { authorization = '' } = request.headers;
    const message = { url: this.settings.mcpUrl, headers: request.headers, body: request.body as unknown };
    const caller = { ...current, workspaceId, authorization };
    sendMcp(await this.mcp.answer(message, namedToolsets(request), caller), response);
  }

  @Get()
  @OutsideApi('MCP: there is no stream to open')
  get(@Res() response: Response): never {
    throw new MethodNotAllowed(response);
  }

  @Delete()
  @OutsideApi('MCP: there is no session to end')
  delete(@Res() response: Response): never {
    throw new MethodNotAllowed(response);
  }
}
