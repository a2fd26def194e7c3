import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { ContactVisitListDto, ConversationVisitDto } from './visit.dto';
import { VisitsService } from './visits.service';

const UNCHECKED =
  'The claims of visitors about themselves are in `claims`, apart from the data of contacts, since they are unverified.';

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId')
export class VisitsController {
  constructor(private readonly visits: VisitsService) {}

  @Get('inbox/:conversationId/visit')
  @Operation({
    operationId: 'getConversationVisit',
    summary: 'Get where a conversation began and what its visitor says',
    description: `The site and the page of the visitor, and whether your server has signed who they are. ${UNCHECKED}`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ConversationVisitDto,
    cli: { name: 'inbox visit', formerly: ['conversations visit'] },
  })
  async get(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
  ): Promise<ConversationVisitDto> {
    return ConversationVisitDto.from(await this.visits.find(member, conversationId));
  }

  @Get('contacts/:contactId/visits')
  @Operation({
    operationId: 'listContactVisits',
    summary: 'List visits of a contact',
    description: `For each of the contact’s conversations that a visitor began: its site, its page, and whether your server signed who the visitor is. ${UNCHECKED}`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ContactVisitListDto,
    cli: 'contacts visits',
  })
  async list(@CurrentMember() member: Member, @Param('contactId') contactId: string): Promise<ContactVisitListDto> {
    return ContactVisitListDto.from(await this.visits.listOfContact(member, contactId));
  }
}
