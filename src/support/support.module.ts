import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SUPPORT_MIGRATIONS } from '../../migrations/support';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { SUPPORT_TABLES } from './support.tables';
import { InboxModule } from '../inbox/inbox.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { AssignedRequests } from './assigned-requests';
import { CustomerRequestsService } from './customer-requests.service';
import { HistoryEntry } from './history-entry.entity';
import { HistoryRepository } from './history.repository';
import { LiveRequestsController } from './live-requests.controller';
import { SlaPoliciesController } from '../sla/policies/sla-policies.controller';
import { SlaPoliciesRepository } from '../sla/policies/sla-policies.repository';
import { SlaPoliciesService } from '../sla/policies/sla-policies.service';
import { SlaPolicyPath } from '../sla/policies/sla-policy-path';
import { SlaPolicy } from '../sla/policies/sla-policy.entity';
import { ReplyMilestones } from './reply-milestones';
import { RequestChangesService } from './request-changes.service';
import { RequestListsRepository } from './request-lists.repository';
import { SlaReportsController } from '../sla/reports/sla-reports.controller';
import { SlaReportsRepository } from '../sla/reports/sla-reports.repository';
import { SlaReportsService } from '../sla/reports/sla-reports.service';
import { RequestPath } from './request-path';
import { RequestResumption } from './request-resumption';
import { MilestonesRepository } from '../sla/milestones/milestones.repository';
import { AnswersService } from '../sla/milestones/answers.service';
import { MilestonesService } from '../sla/milestones/milestones.service';
import { SlaClock } from '../sla/clocks/sla-clock.entity';
import { SlaClocksRepository } from '../sla/clocks/sla-clocks.repository';
import { SlaClocksService } from '../sla/clocks/sla-clocks.service';
import { MilestoneRecord } from '../sla/milestones/sla-milestone.entity';
import { SlaRecalculation } from '../sla/clocks/sla-recalculation';
import { SlaSweep } from '../sla/clocks/sla-sweep';
import { SlaController } from '../sla/milestones/sla.controller';
import { SlaService } from '../sla/milestones/sla.service';
import { SupportRequest } from './support-request.entity';
import { SupportRequestsController } from './support-requests.controller';
import { SupportRequestsEraser } from './support-requests-eraser';
import { SupportRequestsRepository } from './support-requests.repository';
import { SupportRequestsService } from './support-requests.service';
import { SupportTransitionsService } from './support-transitions.service';

@Feature({ name: 'support', tables: SUPPORT_TABLES, migrations: SUPPORT_MIGRATIONS })
@Module({
  imports: [
    AgentsModule,
    InboxModule,
    TypeOrmModule.forFeature([HistoryEntry, MilestoneRecord, SlaClock, SlaPolicy, SupportRequest]),
    WorkspacesModule,
  ],
  controllers: [
    LiveRequestsController,
    SlaController,
    SlaPoliciesController,
    SlaReportsController,
    SupportRequestsController,
  ],
  providers: [
    AssignedRequests,
    CustomerRequestsService,
    HistoryRepository,
    MilestonesRepository,
    AnswersService,
    MilestonesService,
    ReplyMilestones,
    RequestChangesService,
    RequestListsRepository,
    RequestPath,
    RequestResumption,
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
    SupportRequestsEraser,
    SupportRequestsRepository,
    SupportRequestsService,
    SupportTransitionsService,
  ],
  exports: [CustomerRequestsService],
})
export class SupportModule {}
