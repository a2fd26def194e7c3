import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../../agents/agents.module';
import { ChatModule } from '../../chat/chat.module';
import { OwnsTables } from '../../common/database/table-owner';
import { WorkspacesModule } from '../../workspaces/workspaces.module';
import { KnowledgeTest } from './knowledge-test.entity';
import { KnowledgeTestPath } from './knowledge-test-path';
import { KnowledgeTesting } from './knowledge-testing';
import { KnowledgeTestsController } from './knowledge-tests.controller';
import { KnowledgeTestsRepository } from './knowledge-tests.repository';
import { KnowledgeTestsService } from './knowledge-tests.service';
import { QuestionAsking } from './question-asking';
import { TestJobsRepository } from './test-jobs.repository';

@OwnsTables('knowledge_tests')
@Module({
  imports: [TypeOrmModule.forFeature([KnowledgeTest]), AgentsModule, ChatModule, WorkspacesModule],
  controllers: [KnowledgeTestsController],
  providers: [
    KnowledgeTestsService,
    KnowledgeTestsRepository,
    KnowledgeTestPath,
    KnowledgeTesting,
    QuestionAsking,
    TestJobsRepository,
  ],
})
export class KnowledgeTestsModule {}
