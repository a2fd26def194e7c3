import { Global, Module } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { RedisLink } from './redis-link';

/** The way to Redis; null without REDIS_URL. Who takes it says what happens then. */
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
