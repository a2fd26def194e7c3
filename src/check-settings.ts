import { reportStartFailure } from './config/cannot-start';
import { loadSettings } from './config/load-settings';

/*
 * Ends the process if a setting is invalid. Import it before the features, which take seconds to load. With features of
 * PARLEY_FEATURES, the whole installation reports all problems at once, because their settings are only known then.
 */
if (!process.env['PARLEY_FEATURES']) {
  try {
    loadSettings(process.env);
  } catch (error) {
    reportStartFailure(error);
    process.exit(1);
  }
}
