import { Global, Module } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { RedisLink } from './redis-link';

/** Provides the connection to Redis. Null without REDIS_URL; each consumer has its own fallback. */
@Global()
@Module({
  providers: [
    {
      provide: RedisLink,
      inject: [Settings],
      useFactory: ({ values: { REDIS_URL } }: Settings) => (REDIS_URL === null ? null : new RedisLink(REDIS_URL)),
    },
  ],
  exports: [RedisLink],
})
export class RedisModule {}
