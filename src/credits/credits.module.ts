import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { CreditEntry } from './credit-entry.entity';
import { CreditHold } from './credit-hold.entity';
import { CreditMonth } from './credit-month.entity';
import { CreditsController } from './credits.controller';
import { CreditsRepository } from './credits.repository';
import { CreditsService } from './credits.service';

/** What features hold and spend of the credits that a plan gives a workspace. */
@OwnsTables('credit_months', 'credit_holds', 'credit_entries')
@Module({
  imports: [TypeOrmModule.forFeature([CreditEntry, CreditHold, CreditMonth]), WorkspacesModule],
  controllers: [CreditsController],
  providers: [CreditsRepository, CreditsService],
  exports: [CreditsService],
})
export class CreditsModule {}
