import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TOKEN_USAGE_MIGRATIONS } from '../../migrations/token-usage';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { exported, leftOut } from '../common/feature/table-policy';
import { AgentBudgetsService } from './agent-budgets.service';
import { TokenBudget } from './token-budget.entity';
import { TokenDay } from './token-day.entity';
import { TokenHold } from './token-hold.entity';
import { TokenUsageController } from './token-usage.controller';
import { TokenUsageRepository } from './token-usage.repository';
import { TokenUsageService } from './token-usage.service';
import { IS_LOST_HOLD } from './token-usage.sql';

/** Token budgets of agents, and their usage at model servers. */
@Feature({
  name: 'token-usage',
  tables: {
    agent_token_budgets: exported(),
    agent_token_days: exported(),
    agent_token_holds: leftOut('they belong to answers in progress, which end where they began', {
      expires: [{ key: 'workspace_id, agent_id, id', condition: IS_LOST_HOLD }],
    }),
  },
  migrations: TOKEN_USAGE_MIGRATIONS,
})
@Module({
  imports: [TypeOrmModule.forFeature([TokenBudget, TokenDay, TokenHold]), AgentsModule],
  controllers: [TokenUsageController],
  providers: [AgentBudgetsService, TokenUsageService, TokenUsageRepository],
  exports: [TokenUsageService],
})
export class TokenUsageModule {}
