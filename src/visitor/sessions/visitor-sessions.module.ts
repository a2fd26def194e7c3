import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../../contacts/contacts.module';
import { ConversationsModule } from '../../conversations/conversations.module';
import { VisitorAgentsModule } from '../agents/visitor-agents.module';
import { OwnConversationsRepository } from '../conversations/own-conversations.repository';
import { VisitorConversation } from '../conversations/visitor-conversation.entity';
import { VisitorMessage } from '../conversations/visitor-message.entity';
import { IdentityKeysModule } from '../identity/identity-keys.module';
import { VisitorSitesModule } from '../sites/visitor-sites.module';
import { VisitorLimitsModule } from '../visitor-limits.module';
import { VisitorSessionStrategy } from './visitor-session.strategy';
import { VisitorSession } from './visitor-session.entity';
import { VisitorSessionTokens } from './visitor-session-tokens';
import { VisitorSessionsController } from './visitor-sessions.controller';
import { VisitorSessionsRepository } from './visitor-sessions.repository';
import { VisitorSessionsService } from './visitor-sessions.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([VisitorSession, VisitorConversation, VisitorMessage]),
    ContactsModule,
    IdentityKeysModule,
    ConversationsModule,
    VisitorAgentsModule,
    VisitorLimitsModule,
    VisitorSitesModule,
  ],
  controllers: [VisitorSessionsController],
  providers: [
    OwnConversationsRepository,
    VisitorSessionStrategy,
    VisitorSessionTokens,
    VisitorSessionsRepository,
    VisitorSessionsService,
  ],
  exports: [OwnConversationsRepository, VisitorSessionsService],
})
export class VisitorSessionsModule {}
