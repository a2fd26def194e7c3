import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { TestKnowledgeInput, TestQuestionInput } from './knowledge-test-input.dto';
import { KnowledgeTestDto } from './knowledge-test.dto';
import { KnowledgeTestPageDto, ListKnowledgeTestsQuery } from './listed-test.dto';
import { KnowledgeTestsService } from './knowledge-tests.service';

@ApiTags('Knowledge')
@Controller('workspaces/:workspaceId/agents/:agentId/knowledge/tests')
export class KnowledgeTestsController {
  constructor(private readonly tests: KnowledgeTestsService) {}

  @Post()
  @Operation({
    operationId: 'testKnowledge',
    summary: 'Test an agent’s answers',
    description: `Asks the agent up to 200 questions, each as the first message of a conversation or after the question that it
follows on, and compares the answers with what is expected. No conversation, gap, or count comes of it. Whether the agent is
active does not matter; what its model costs is paid as for a customer. With \`models\`, each model is asked each question, and the
report compares them by the same judge.

The response is sent at once; the test continues in the background, for 30 minutes at most. A workspace can have at most
three unfinished tests (429). Parley stores the last 20 tests of an agent.`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['knowledge_test', 'response.id'], related: { agent: 'path.agentId' } },
    returns: KnowledgeTestDto,
    status: 202,
    errors: ['rate_limited'],
    idempotent: true,
    location: '/workspaces/{workspaceId}/agents/{agentId}/knowledge/tests/{id}',
    cli: 'knowledge test',
  })
  async start(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Body() { questions, models = [] }: TestKnowledgeInput,
  ): Promise<KnowledgeTestDto> {
    const testQuestions = questions.map((question) => TestQuestionInput.toQuestion(question));
    return KnowledgeTestDto.from(await this.tests.start(member, agentId, { questions: testQuestions, models }));
  }

  @Get()
  @Operation({
    operationId: 'listKnowledgeTests',
    summary: 'List knowledge tests',
    description: 'Newest first, without their findings. Parley stores the last 20 tests of an agent.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: KnowledgeTestPageDto,
    cli: 'knowledge list-tests',
  })
  async list(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Query() query: ListKnowledgeTestsQuery,
  ): Promise<KnowledgeTestPageDto> {
    return KnowledgeTestPageDto.from(await this.tests.page(member, agentId, query));
  }

  @Get(':testId')
  @Operation({
    operationId: 'getKnowledgeTest',
    summary: 'Get a knowledge test',
    description: 'Returns the progress of a test, and the questions that were not answered as expected so far.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: KnowledgeTestDto,
    cli: 'knowledge get-test',
  })
  async get(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('testId') testId: string,
  ): Promise<KnowledgeTestDto> {
    return KnowledgeTestDto.from(await this.tests.get(member, agentId, testId));
  }
}
