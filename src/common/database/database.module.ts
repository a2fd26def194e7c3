import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from '../../config/load-settings';
import { BoundedClient } from './bounded-client';
import { Connections } from './connections';
import { LongStatements } from './long-statements';
import { MetricsPool } from './metrics-pool';
import { SearchPool } from './search-pool';
import { SidePool } from './side-pool';
import { SnakeNaming } from './snake-naming';
import { SLOW_MS, SqlLog } from './sql-log';
import { LookUps } from './look-ups';
import { UnitOfWork } from './unit-of-work';

export interface DatabaseOptions {
  url: string;
  /** The class of connections. Default: those to the server itself. */
  Client?: typeof BoundedClient;
}

/** Provides the connection pools. Features provide the entities; migrations alone create the schema. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot({ url, Client = BoundedClient }: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Settings],
          useFactory: (settings: Settings) => ({
            type: 'postgres' as const,
            url,
            autoLoadEntities: true,
            synchronize: false,
            namingStrategy: new SnakeNaming(),
            installExtensions: false,
            uuidExtension: 'pgcrypto' as const,
            poolSize: settings.values.DATABASE_POOL_SIZE,
            applicationName: 'parley',
            driver: { Pool: Connections },
            // Statements take milliseconds, but their JIT compilation would take hundreds.
            extra: { options: '-c jit=off', Client },
            retryAttempts: 0,
            logger: new SqlLog(),
            logging: ['query' as const, 'error' as const],
            maxQueryExecutionTime: SLOW_MS,
          }),
        }),
      ],
      providers: [
        UnitOfWork,
        LookUps,
        { provide: SidePool, useFactory: () => new SidePool(url, Client) },
        {
          provide: SearchPool,
          inject: [Settings, UnitOfWork],
          useFactory: (settings: Settings, work: UnitOfWork) =>
            new SearchPool(url, settings.values.DATABASE_SEARCH_POOL_SIZE, work, Client),
        },
        { provide: MetricsPool, useFactory: () => new MetricsPool(url, Client) },
        {
          provide: LongStatements,
          inject: [Settings],
          useFactory: ({ values }: Settings) => new LongStatements(values.DATABASE_DIRECT_URL ?? url),
        },
      ],
      exports: [UnitOfWork, LookUps, SidePool, SearchPool, MetricsPool, LongStatements],
    };
  }
}
