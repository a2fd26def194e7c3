import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentVisitor } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { VisitorPrincipal } from '../../common/request/principal';
import { EraseVisitorDataInput, LeaveVisitorContactInput, VisitorContactDto } from './visitor-claims.dto';
import { VisitorErasureDto } from './visitor-erasure.dto';
import { VisitorClaimsService } from './visitor-claims.service';

@ApiTags('Visitors')
@Controller('visitor')
export class VisitorClaimsController {
  constructor(private readonly claims: VisitorClaimsService) {}

  @Post('conversations/:conversationId/contact')
  @Operation({
    operationId: 'leaveVisitorContact',
    summary: 'Leave an email address as a visitor',
    description:
      'For an answer by email after the visitor has left. It is stored with the conversation as their claim, and makes them no ' +
      'contact, since the address is unverified.',
    access: { kind: 'visitor' },
    audit: 'none: the conversation itself has what visitors write',
    returns: VisitorContactDto,
    errors: ['visitor_refused', 'rate_limited'],
    noStore: true,
    cli: false,
  })
  async leave(
    @CurrentVisitor() visitor: VisitorPrincipal,
    @Param('conversationId') conversationId: string,
    @Body() { email, name }: LeaveVisitorContactInput,
  ): Promise<VisitorContactDto> {
    return { ...(await this.claims.leave(visitor, conversationId, { email, name })), consent: true };
  }

  @Delete('data')
  @Operation({
    operationId: 'eraseVisitorData',
    summary: 'Erase the conversations of a visitor',
    description:
      'Deletes the conversations of the session with all their messages and notes, and the files that it has not sent, and ends the ' +
      'session. Of a verified visitor, all conversations of their contact with this agent; the contact itself stays, and ' +
      'members erase it with `eraseContact`. This cannot be undone.',
    access: { kind: 'visitor' },
    audit: { subject: ['visitor_session', 'caller.sessionId'] },
    returns: VisitorErasureDto,
    errors: ['rate_limited'],
    destructive: true,
    noStore: true,
    cli: false,
  })
  async erase(
    @CurrentVisitor() visitor: VisitorPrincipal,
    @Body() _confirmed: EraseVisitorDataInput,
  ): Promise<VisitorErasureDto> {
    return VisitorErasureDto.from(await this.claims.erase(visitor));
  }
}
