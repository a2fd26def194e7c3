import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { markReplayed } from '../common/idempotency/replayed';
import { Operation } from '../common/registry/operation.decorator';
import type { JsonText } from '../common/request/json-text';
import type { Member } from '../common/request/principal';
import { CopilotSuggestionDto, RequestCopilotInput } from './copilot.dto';
import { CopilotService } from './copilot.service';

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox/:conversationId/copilot')
export class CopilotController {
  constructor(private readonly copilot: CopilotService) {}

  @Post()
  @Operation({
    operationId: 'requestInboxCopilotSuggestion',
    summary: 'Request a suggestion from the copilot',
    description: `Drafts a reply, summarizes the conversation, answers a question of yours, or translates a text. Nothing is
ever sent to the customer.

Drafts and answers rely on the agent’s sources and cite them. Only summaries use the internal notes. The built-in model
works with the words that are there; translations need a model server.

A translation costs one credit for every 1000 characters or part thereof. If it fails, it costs nothing. Suggestions are
stored for 30 days.`,
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: 'none: it changes nothing until a member sends the suggestion',
    returns: CopilotSuggestionDto,
    // It searches the agent's sources, and a model server may cost more than that.
    limit: 'search',
    errors: ['credits_exhausted', 'idempotency_key_reused', 'request_in_progress', 'model_unavailable'],
    cli: 'inbox suggest',
  })
  async request(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() input: RequestCopilotInput,
  ): Promise<JsonText> {
    return markReplayed(await this.copilot.request(member, conversationId, input));
  }
}
