import type { Settings } from '../../config/load-settings';
import type { FeatureCatalog } from './feature-catalog';

/** What every process of an installation starts from: its settings and its features. */
export interface Installation {
  readonly settings: Settings;
  readonly features: FeatureCatalog;
}
