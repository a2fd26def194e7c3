import { Module } from '@nestjs/common';
import { Feature } from '../common/feature/feature.decorator';
import { AgentsModule } from '../agents/agents.module';
import { ChatModule } from '../chat/chat.module';
import { ContactsModule } from '../contacts/contacts.module';
import { CopilotModule } from '../copilot/copilot.module';
import { EmailModule } from '../email/email.module';
import { InboxModule } from '../inbox/inbox.module';
import { KnowledgeGapsModule } from '../knowledge/gaps/knowledge-gaps.module';
import { SupportModule } from '../support/support.module';
import { VisitorSessionsModule } from '../visitor/sessions/visitor-sessions.module';
import { ErasureController } from './erasure.controller';
import { ErasureService } from './erasure.service';
import { SubjectPath } from './subject-path';

@Feature({ name: 'erasure' })
@Module({
  imports: [
    AgentsModule,
    ChatModule,
    ContactsModule,
    CopilotModule,
    EmailModule,
    InboxModule,
    KnowledgeGapsModule,
    SupportModule,
    VisitorSessionsModule,
  ],
  controllers: [ErasureController],
  providers: [ErasureService, SubjectPath],
  exports: [ErasureService],
})
export class ErasureModule {}
