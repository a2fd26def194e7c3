import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { matchesEtag } from '../common/http/etag';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import { JsonText } from '../common/request/json-text';
import { CapabilitiesDto } from './capabilities.dto';
import { CapabilitiesService } from './capabilities.service';

const ETAG = { ETag: { description: 'Changes when the listing does.', schema: { type: 'string' as const } } };

@Controller('capabilities')
@Section('The operations of this service and their surfaces: REST, command line, and MCP.')
export class CapabilitiesController {
  constructor(private readonly capabilities: CapabilitiesService) {}

  @Get()
  @ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string', maxLength: 1000 } })
  @ApiResponse({ status: 200, headers: ETAG })
  @ApiResponse({
    status: 304,
    headers: ETAG,
    description: 'Not Modified: the list still matches the `ETag` in `If-None-Match`.',
  })
  @Operation({
    operationId: 'listCapabilities',
    summary: 'List operations and their surfaces',
    description:
      'Returns a strong `ETag`. Send it back in `If-None-Match` to get 304 without a body while the list is ' +
      'unchanged.',
    access: { kind: 'public' },
    returns: CapabilitiesDto,
    limit: 'capabilities_per_address',
  })
  async list(
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonText | undefined> {
    const { text, etag } = await this.capabilities.listing();
    response.setHeader('ETag', etag).setHeader('Cache-Control', 'no-cache');
    if (!matchesEtag(known, etag)) return new JsonText(text);
    response.status(304);
    return undefined;
  }
}
