import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KNOWLEDGE_TESTS_MIGRATIONS } from '../../migrations/knowledge-tests';
import { AgentsModule } from '../agents/agents.module';
import { ChatModule } from '../chat/chat.module';
import { Feature } from '../common/feature/feature.decorator';
import { exported } from '../common/feature/table-policy';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { KnowledgeTest } from './knowledge-test.entity';
import { KnowledgeTestPath } from './knowledge-test-path';
import { KnowledgeTesting } from './knowledge-testing';
import { KnowledgeTestsController } from './knowledge-tests.controller';
import { KnowledgeTestsRepository } from './knowledge-tests.repository';
import { KnowledgeTestsService } from './knowledge-tests.service';
import { QuestionAsking } from './question-asking';

@Feature({
  name: 'knowledge-tests',
  tables: {
    knowledge_tests: exported({
      anew: { due_at: 'CASE WHEN r.due_at IS NOT NULL THEN now() END', attempts: '0', fence: '0', is_held: 'false' },
      longestRow: 20_000_000,
    }),
  },
  migrations: KNOWLEDGE_TESTS_MIGRATIONS,
})
@Module({
  imports: [TypeOrmModule.forFeature([KnowledgeTest]), AgentsModule, ChatModule, WorkspacesModule],
  controllers: [KnowledgeTestsController],
  providers: [KnowledgeTestsService, KnowledgeTestsRepository, KnowledgeTestPath, KnowledgeTesting, QuestionAsking],
})
export class KnowledgeTestsModule {}
