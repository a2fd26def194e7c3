import { Body, Controller, Delete, Headers, Param, Post } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { CurrentVisitor } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { VisitorPrincipal } from '../../common/request/principal';
import {
  CreateVisitorSessionInput,
  IdentifyVisitorInput,
  VisitorSessionEndDto,
  VisitorSessionReceiptDto,
} from './visitor-session.dto';
import { VisitorSessionsService } from './visitor-sessions.service';

@ApiTags('Visitors')
@Controller('visitor')
export class VisitorSessionsController {
  constructor(private readonly sessions: VisitorSessionsService) {}

  @Post('agents/:agentId/sessions')
  @ApiHeader({ name: 'Origin', required: false, schema: { type: 'string', maxLength: 300 } })
  @Operation({
    operationId: 'createVisitorSession',
    summary: 'Create a visitor session',
    description:
      'For a page on a site that the agent’s `allowedDomains` let in, which browsers say in `Origin`; documents of this ' +
      'service send their ticket. Nothing is stored before the first message. Programs that are no browser can claim any ' +
      '`Origin`: limits bound what they do, and servers use `sendChatTurn` with a workspace key.',
    access: { kind: 'public' },
    audit: 'none: sessions of visitors are not recorded',
    returns: VisitorSessionReceiptDto,
    status: 201,
    storesNothing: true,
    noStore: true,
    checks: ['allowed_site'],
    errors: ['user_jwt_invalid', 'visitor_refused', 'rate_limited'],
    cli: false,
  })
  async create(
    @Param('agentId') agentId: string,
    @Body() input: CreateVisitorSessionInput,
    @Headers('origin') origin: string | undefined,
  ): Promise<VisitorSessionReceiptDto> {
    return VisitorSessionReceiptDto.from(await this.sessions.create(agentId, input, origin ?? null));
  }

  @Post('session/identity')
  @Operation({
    operationId: 'identifyVisitor',
    summary: 'Say who the visitor is',
    description:
      'Returns another session with another token; the old one is refused from now on. Its earlier conversations move to the ' +
      'visitor’s contact, unless it has a contact already. Send `userJwt` with `createVisitorSession` where you know the ' +
      'visitor from the beginning.',
    access: { kind: 'visitor' },
    audit: 'none: sessions of visitors are not recorded',
    returns: VisitorSessionReceiptDto,
    noStore: true,
    errors: ['user_jwt_invalid', 'visitor_refused', 'association_invalid', 'rate_limited'],
    cli: false,
  })
  async identify(
    @CurrentVisitor() visitor: VisitorPrincipal,
    @Body() { userJwt }: IdentifyVisitorInput,
  ): Promise<VisitorSessionReceiptDto> {
    return VisitorSessionReceiptDto.from(await this.sessions.identify(visitor, userJwt));
  }

  @Delete('session')
  @Operation({
    operationId: 'endVisitorSession',
    summary: 'End the visitor session',
    description: 'Its token is refused from now on. Its conversations stay.',
    access: { kind: 'visitor' },
    audit: 'none: sessions of visitors are not recorded',
    returns: VisitorSessionEndDto,
    destructive: true,
    cli: false,
  })
  async end(@CurrentVisitor() visitor: VisitorPrincipal): Promise<VisitorSessionEndDto> {
    await this.sessions.end(visitor);
    return { ended: true };
  }
}
