import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SUPPORT_MIGRATIONS } from '../../migrations/support';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { BY_ERASER, exported } from '../common/feature/table-policy';
import { ConversationsModule } from '../conversations/conversations.module';
import { MessagesModule } from '../inbox/messages/messages.module';
import { SUPPORT_EVENTS } from '../support/support-event.types';
import { SupportModule } from '../support/support.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { SlaClock } from './clocks/sla-clock.entity';
import { SLA_EVENTS } from './clocks/sla-event.types';
import { SlaClocksRepository } from './clocks/sla-clocks.repository';
import { SlaClocksService } from './clocks/sla-clocks.service';
import { SlaRecalculation } from './clocks/sla-recalculation';
import { SlaSweep } from './clocks/sla-sweep';
import { AnswersService } from './milestones/answers.service';
import { MilestonesRepository } from './milestones/milestones.repository';
import { MilestonesService } from './milestones/milestones.service';
import { RetargetingService } from './milestones/retargeting.service';
import { MilestoneRecord } from './milestones/sla-milestone.entity';
import { SlaController } from './milestones/sla.controller';
import { SlaService } from './milestones/sla.service';
import { OpeningHoursService } from './policies/opening-hours.service';
import { SlaPoliciesController } from './policies/sla-policies.controller';
import { SlaPoliciesRepository } from './policies/sla-policies.repository';
import { SlaPoliciesService } from './policies/sla-policies.service';
import { SlaPolicyPath } from './policies/sla-policy-path';
import { SlaPolicy } from './policies/sla-policy.entity';
import { SlaReportsController } from './reports/sla-reports.controller';
import { SlaReportsRepository } from './reports/sla-reports.repository';
import { SlaReportsService } from './reports/sla-reports.service';
import { RequestFollower } from './request-follower';

const TABLES = {
  sla_alerts: exported(),
  sla_clock_events: exported(),
  sla_clocks: exported({ anew: { look_at: 'CASE WHEN r.look_at IS NOT NULL THEN greatest(r.look_at, now()) END' } }),
  sla_milestones: exported(),
  sla_policies: exported(),
  sla_snapshots: exported(),
  support_request_history: exported(),
  support_requests: exported({ erasedWith: { conversation: BY_ERASER }, countedAs: 'supportRequests' }),
};

/** Declares the feature of src/support, too: databases have one feature with the tables and migrations of both (decision 0340). */
@Feature({
  name: 'support',
  tables: TABLES,
  migrations: SUPPORT_MIGRATIONS,
  events: { ...SUPPORT_EVENTS, ...SLA_EVENTS },
})
@Module({
  imports: [
    AgentsModule,
    ConversationsModule,
    MessagesModule,
    SupportModule,
    TypeOrmModule.forFeature([MilestoneRecord, SlaClock, SlaPolicy]),
    WorkspacesModule,
  ],
  controllers: [SlaController, SlaPoliciesController, SlaReportsController],
  providers: [
    AnswersService,
    MilestonesRepository,
    MilestonesService,
    OpeningHoursService,
    RequestFollower,
    RetargetingService,
    SlaClocksRepository,
    SlaClocksService,
    SlaPoliciesRepository,
    SlaPoliciesService,
    SlaPolicyPath,
    SlaRecalculation,
    SlaReportsRepository,
    SlaReportsService,
    SlaService,
    SlaSweep,
  ],
  exports: [OpeningHoursService],
})
export class SlaModule {}
