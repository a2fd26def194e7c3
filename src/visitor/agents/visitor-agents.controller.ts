import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { EntityTagged, isNotModified } from '../../common/http/etag';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import { languageTag } from '../../common/validation/field-formats';
import { GetVisitorAgentQuery, VisitorAgentDto } from './visitor-agent.dto';
import { VisitorAgentsService } from './visitor-agents.service';

@Section(
  'What a visitor of your site sees and does: for the widget, the chat page, and a chat that you build yourself.',
)
@ApiTags('Visitors')
@Controller('visitor/agents')
export class VisitorAgentsController {
  constructor(private readonly agents: VisitorAgentsService) {}

  @Get(':agentId')
  @EntityTagged('Changes when the settings do.', 'the settings still match `If-None-Match`.')
  @ApiHeader({ name: 'Accept-Language', required: false, schema: { type: 'string', maxLength: 1000 } })
  @Operation({
    operationId: 'getVisitorAgent',
    summary: 'Get what visitors see of an agent',
    description:
      'Not found unless the agent is active and shown in this place: `widgetEnabled` or `chatPageEnabled`. Labels that the ' +
      'agent was created with are null: show them in the visitor’s language.',
    access: { kind: 'public' },
    returns: VisitorAgentDto,
    errors: ['rate_limited'],
    cli: false,
  })
  async get(
    @Param('agentId') agentId: string,
    @Query() { locale, surface = 'widget' }: GetVisitorAgentQuery,
    @Headers('if-none-match') known: string | undefined,
    @Headers('accept-language') accepted: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VisitorAgentDto | undefined> {
    const { agent, etag } = await this.agents.get(agentId, surface, locale ?? firstLanguage(accepted));
    response.vary('Accept-Language');
    return isNotModified(response, { known, etag, cacheControl: 'public, max-age=60, stale-while-revalidate=600' })
      ? undefined
      : VisitorAgentDto.from(agent);
  }
}

/** As browsers write it: what they like best stands first. */
function firstLanguage(accepted = ''): string | undefined {
  const [first = ''] = accepted.split(',', 1);
  return languageTag(first.split(';', 1)[0]!.trim()) ?? undefined;
}
