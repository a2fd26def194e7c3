import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { logger } from '../logging/logger';

/** Logs at each start that a change of SECRET_KEY is under way, as a reminder to finish it. */
@Injectable()
export class FallbacksNotice implements OnApplicationBootstrap {
  constructor(private readonly settings: Settings) {}

  onApplicationBootstrap(): void {
    const { length } = this.settings.values.SECRET_KEY_FALLBACKS;
    if (length === 0) return;
    logger.warn(
      { fallbacks: length },
      'SECRET_KEY_FALLBACKS is set; run `npm run admin -- reseal` to find out when it can be removed',
    );
  }
}
