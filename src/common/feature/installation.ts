import type { Settings } from '../../config/load-settings';
import type { FeatureCatalog } from './feature-catalog';

/** The settings and features that every process of an installation starts with. */
export interface Installation {
  readonly settings: Settings;
  readonly features: FeatureCatalog;
}
