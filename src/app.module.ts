import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule, type DatabaseOptions } from './common/database/database.module';
import type { FeatureCatalog } from './common/feature/feature-catalog';
import { FeaturesModule } from './common/feature/features.module';
import { RedisModule } from './common/redis/redis.module';
import type { Settings } from './config/load-settings';
import { SettingsModule } from './config/settings.module';
import { BUILT_IN } from './features';
import { PortsModule } from './ports.module';

/** The whole service: settings, connections to its stores, then one module for each feature. */
@Module({})
export class AppModule {
  static forRoot(settings: Settings, database: DatabaseOptions, features: FeatureCatalog = BUILT_IN): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(settings),
        DatabaseModule.forRoot(database),
        RedisModule,
        PortsModule,
        FeaturesModule.forRoot(features, settings),
      ],
    };
  }
}
