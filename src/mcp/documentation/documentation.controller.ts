import { Controller, Delete, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RateLimiter } from '../../common/rate-limit/rate-limiter';
import { OutsideApi } from '../../common/registry/operation.route';
import { limitedAddress } from '../../common/request/client-address';
import { currentRequest } from '../../common/request/request-context';
import { Settings } from '../../config/load-settings';
import { answerOf, sendMcp } from '../mcp-answer';
import { MethodNotAllowed } from '../mcp.errors';
import { ensureTrustedOrigin } from '../trusted-origin';
import { DocumentationService } from './documentation.service';

const WHY = 'documentation: public, the same for all callers, limited per address';
/** More than any handshake or tool call here needs. Parsing a message costs more than answering it. */
const MOST_VALUES = 200;
const MARKDOWN = 'text/markdown; charset=utf-8';

@ApiExcludeController()
@Controller()
export class DocumentationController {
  constructor(
    private readonly documentation: DocumentationService,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  @Post('mcp/docs')
  @OutsideApi(WHY)
  async post(@Req() request: Request, @Res() response: Response): Promise<void> {
    ensureTrustedOrigin(request, this.settings);
    await this.count();
    const body = request.body as unknown;
    const message = { url: `${this.settings.mcpUrl}/docs`, headers: request.headers, body, mostValues: MOST_VALUES };
    sendMcp(await answerOf(await this.documentation.answer(message)), response);
  }

  @Get('mcp/docs')
  @OutsideApi(WHY)
  get(@Res() response: Response): never {
    throw new MethodNotAllowed(response);
  }

  @Delete('mcp/docs')
  @OutsideApi(WHY)
  delete(@Res() response: Response): never {
    throw new MethodNotAllowed(response);
  }

  @Get('llms.txt')
  @OutsideApi(WHY)
  @Header('Content-Type', MARKDOWN)
  async llmsText(): Promise<string> {
    await this.count();
    return this.documentation.llmsText();
  }

  @Get('llms/{*page}')
  @OutsideApi(WHY)
  @Header('Content-Type', MARKDOWN)
  async page(@Req() { path }: Request): Promise<string> {
    await this.count();
    return this.documentation.requirePage(path.slice('/llms/'.length));
  }

  /** A separate counter with the limit of the capabilities listing. */
  private async count(): Promise<void> {
    const key = `documentation:${limitedAddress(currentRequest().address)}`;
    const name = 'LIMIT_CAPABILITIES_PER_ADDRESS';
    const max = this.settings.values[name];
    await this.limiter.consumeWherePossible({ name, key, max, windowSeconds: 60 });
  }
}
