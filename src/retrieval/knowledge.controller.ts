import { Body, Controller, Param, Post } from '@nestjs/common';
import { CurrentMember } from '../common/auth/current.decorators';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { KnowledgeResultListDto, SearchKnowledgeInput } from './knowledge.dto';
import { KnowledgeService } from './knowledge.service';

@Section('Search of an agent’s sources, questions that they could not answer, and tests of answers.')
@Controller('workspaces/:workspaceId/agents/:agentId/knowledge')
export class KnowledgeController {
  constructor(private readonly knowledge: KnowledgeService) {}

  @Post('search')
  @Operation({
    operationId: 'searchKnowledge',
    summary: 'Search an agent’s sources',
    description: 'Returns the passages that a chat turn with this question would answer from, best first.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: KnowledgeResultListDto,
    readOnly: true,
    limit: 'search',
    cli: 'knowledge search',
    inDefaultToolset: true,
  })
  async search(
    @CurrentMember() { workspaceId }: Member,
    @Param('agentId') agentId: string,
    @Body() { query, limit }: SearchKnowledgeInput,
  ): Promise<KnowledgeResultListDto> {
    const passages = await this.knowledge.passages({ workspaceId, id: agentId }, { question: query, limit });
    return KnowledgeResultListDto.from(passages);
  }
}
