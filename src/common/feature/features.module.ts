import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Settings } from '../../config/load-settings';
import { FeatureCatalog } from './feature-catalog';

/** Imports the features of this process as Nest modules, and provides the catalog of them. */
@Global()
@Module({})
export class FeaturesModule {
  static forRoot(features: FeatureCatalog, settings: Settings): DynamicModule {
    const ofFeatures = features.settings.map((Class) => ({ provide: Class, useValue: settings.of(Class) }));
    return {
      module: FeaturesModule,
      imports: [...features.modules],
      providers: [{ provide: FeatureCatalog, useValue: features }, ...ofFeatures],
      exports: [FeatureCatalog, ...features.settings],
    };
  }
}
