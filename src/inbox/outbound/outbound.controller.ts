import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { ForwardConversationInput, StartConversationInput } from './outbound-input.dto';
import { BegunConversationDto } from './outbound.dto';
import { OutboundService } from './outbound.service';

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox')
export class OutboundController {
  constructor(private readonly outbound: OutboundService) {}

  @Post()
  @Operation({
    operationId: 'startConversation',
    summary: 'Begin a conversation by email',
    description:
      'Queues an email to the customer as `replyToConversation` does, in a new conversation. The conversation waits for the ' +
      'customer once the email is sent; it opens no support request. A blocked contact gets no email (409). The plan limits the ' +
      'conversations that members begin in a day (UTC): 403 `plan_limit_reached`.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['conversation', 'response.conversation.id'],
      fields: {
        agentId: 'plain',
        to: 'personal',
        cc: 'personal',
        bcc: 'personal',
        subject: 'personal',
        content: 'personal',
        attachmentIds: 'plain',
        contactId: 'plain',
        assigneeMemberId: 'plain',
      },
      related: { message: 'response.message.id' },
    },
    returns: BegunConversationDto,
    status: 201,
    errors: ['association_invalid', 'plan_limit_reached', 'contact_blocked', 'payload_too_large', 'mail_limit_reached'],
    limit: 'outbound_per_member',
    location: '/workspaces/{conversation.workspaceId}/inbox/{conversation.id}',
    idempotent: true,
    cli: {
      name: 'inbox start',
      arguments: ['agentId', 'subject', 'content'],
      examples: ["inbox start 1 'Your order 4711' 'It has left our warehouse.' --to ann@example.com"],
    },
  })
  async start(@CurrentMember() member: Member, @Body() input: StartConversationInput): Promise<BegunConversationDto> {
    return BegunConversationDto.from(await this.outbound.start(member, input));
  }

  @Post(':conversationId/forwards')
  @Operation({
    operationId: 'forwardConversation',
    summary: 'Forward a conversation to others',
    description:
      'Begins a side conversation by email, which is assigned to you and opens no support request. It has an address and a thread of ' +
      'its own: answers reach neither the customer nor the conversation that you forward, which counts it in `sideConversations`. ' +
      'Addresses of conversations in quoted text are replaced.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['conversation', 'response.conversation.id'],
      fields: {
        to: 'personal',
        cc: 'personal',
        bcc: 'personal',
        content: 'personal',
        attachmentIds: 'plain',
        include: 'plain',
        messageId: 'plain',
      },
      related: { message: 'response.message.id' },
    },
    returns: BegunConversationDto,
    status: 201,
    errors: ['association_invalid', 'plan_limit_reached', 'contact_blocked', 'payload_too_large', 'mail_limit_reached'],
    limit: 'outbound_per_member',
    location: '/workspaces/{conversation.workspaceId}/inbox/{conversation.id}',
    idempotent: true,
    cli: {
      name: 'inbox forward',
      arguments: ['conversationId', 'content'],
      examples: ["inbox forward 3 'Is this part in stock?' --to warehouse@example.com"],
    },
  })
  async forward(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() input: ForwardConversationInput,
  ): Promise<BegunConversationDto> {
    return BegunConversationDto.from(await this.outbound.forward(member, conversationId, input));
  }
}
