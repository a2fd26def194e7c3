import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PREFERENCES_MIGRATIONS } from '../../migrations/preferences';
import { Feature } from '../common/feature/feature.decorator';
import { ofInstallation } from '../common/feature/table-policy';
import { PreferencesController } from './preferences.controller';
import { AccountPreferences } from './preferences.entity';
import { PreferencesRepository } from './preferences.repository';
import { PreferencesService } from './preferences.service';

@Feature({
  name: 'preferences',
  tables: {
    account_preferences: ofInstallation(),
  },
  migrations: PREFERENCES_MIGRATIONS,
})
@Module({
  imports: [TypeOrmModule.forFeature([AccountPreferences])],
  controllers: [PreferencesController],
  providers: [PreferencesService, PreferencesRepository],
  exports: [PreferencesService],
})
export class PreferencesModule {}
