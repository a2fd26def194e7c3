import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CREDITS_MIGRATIONS } from '../../migrations/credits';
import { Feature } from '../common/feature/feature.decorator';
import { exported, leftOut } from '../common/feature/table-policy';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { CreditEntry } from './credit-entry.entity';
import { CreditHold } from './credit-hold.entity';
import { CreditMonth } from './credit-month.entity';
import { CreditsController } from './credits.controller';
import { CreditsRepository } from './credits.repository';
import { CreditsService } from './credits.service';
import { IS_LOST_HOLD } from './credits.sql';

/** The credits that a workspace's plan gives it, and their use by features. */
@Feature({
  name: 'credits',
  tables: {
    credit_entries: exported(),
    credit_holds: leftOut('they belong to answers in progress, which end where they began', {
      expires: [{ key: 'workspace_id, id', condition: IS_LOST_HOLD }],
    }),
    credit_months: exported(),
  },
  migrations: CREDITS_MIGRATIONS,
})
@Module({
  imports: [TypeOrmModule.forFeature([CreditEntry, CreditHold, CreditMonth]), WorkspacesModule],
  controllers: [CreditsController],
  providers: [CreditsRepository, CreditsService],
  exports: [CreditsService],
})
export class CreditsModule {}
