import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../agents/agents.module';
import { OwnsTables } from '../common/database/table-owner';
import { AgentBudgetsService } from './agent-budgets.service';
import { TokenBudget } from './token-budget.entity';
import { TokenDay } from './token-day.entity';
import { TokenHold } from './token-hold.entity';
import { TokenUsageController } from './token-usage.controller';
import { TokenUsageRepository } from './token-usage.repository';
import { TokenUsageService } from './token-usage.service';

/** What agents spend at model servers, and may spend. */
@OwnsTables('agent_token_budgets', 'agent_token_days', 'agent_token_holds')
@Module({
  imports: [TypeOrmModule.forFeature([TokenBudget, TokenDay, TokenHold]), AgentsModule],
  controllers: [TokenUsageController],
  providers: [AgentBudgetsService, TokenUsageService, TokenUsageRepository],
  exports: [TokenUsageService],
})
export class TokenUsageModule {}
