import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Feature } from '../common/feature/feature.decorator';
import { exported } from '../common/feature/table-policy';
import { RetrievalModule } from '../retrieval/retrieval.module';
import { GapGroupsService } from './gap-groups.service';
import { KnowledgeGap } from './knowledge-gap.entity';
import { KnowledgeGapsController } from './knowledge-gaps.controller';
import { KNOWLEDGE_GAP_EVENTS } from './knowledge-gap-event.types';
import { KnowledgeGapsRepository } from './knowledge-gaps.repository';
import { KnowledgeGapsService } from './knowledge-gaps.service';
import { KnowledgeGapResource } from './knowledge-gap-resource';

@Feature({
  name: 'knowledge-gaps',
  tables: {
    knowledge_gaps: exported({
      erasedWith: { conversation: 'conversation_id' },
      countedAs: 'knowledgeGaps',
      keptFor: { setting: 'gapDays', countedAs: 'knowledgeGaps', since: 'created_at', key: 'agent_id, id' },
    }),
  },
  events: KNOWLEDGE_GAP_EVENTS,
})
@Module({
  imports: [TypeOrmModule.forFeature([KnowledgeGap]), RetrievalModule],
  controllers: [KnowledgeGapsController],
  providers: [KnowledgeGapResource, KnowledgeGapsRepository, KnowledgeGapsService, GapGroupsService],
  exports: [KnowledgeGapsService],
})
export class KnowledgeGapsModule {}
