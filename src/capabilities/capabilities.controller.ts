import { Controller, Get, Headers, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EntityTagged, isNotModified } from '../common/http/etag';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import { JsonText } from '../common/request/json-text';
import { CapabilitiesDto } from './capabilities.dto';
import { CapabilitiesService } from './capabilities.service';

@Controller('capabilities')
@Section('The operations of this service and their surfaces: REST, command line, and MCP.')
export class CapabilitiesController {
  constructor(private readonly capabilities: CapabilitiesService) {}

  @Get()
  @EntityTagged('Changes when the listing does.', 'the list still matches the `ETag` in `If-None-Match`.')
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
    return isNotModified(response, { known, etag }) ? undefined : new JsonText(text);
  }
}
