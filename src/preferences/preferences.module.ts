import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { PreferencesController } from './preferences.controller';
import { AccountPreferences } from './preferences.entity';
import { PreferencesRepository } from './preferences.repository';
import { PreferencesService } from './preferences.service';

@OwnsTables('account_preferences')
@Module({
  imports: [TypeOrmModule.forFeature([AccountPreferences])],
  controllers: [PreferencesController],
  providers: [PreferencesService, PreferencesRepository],
  exports: [PreferencesService],
})
export class PreferencesModule {}
