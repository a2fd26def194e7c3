import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from '../../config/load-settings';
import { BoundedClient, CONNECTION_TIMEOUT_MS, STATEMENT_BOUNDS } from './bounded-client';
import { LongStatements } from './long-statements';
import { SidePool } from './side-pool';
import { SnakeNaming } from './snake-naming';
import { SLOW_MS, SqlLog } from './sql-log';
import { UnitOfWork } from './unit-of-work';

/** The connection pool; entities come from the features that own them, the schema only from migrations. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(url: string): DynamicModule {
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
            connectTimeoutMS: CONNECTION_TIMEOUT_MS,
            // Statements here take milliseconds; compiling one takes hundreds.
            extra: { ...STATEMENT_BOUNDS, Client: BoundedClient, options: '-c jit=off' },
            retryAttempts: 0,
            logger: new SqlLog(),
            logging: ['query' as const, 'error' as const],
            maxQueryExecutionTime: SLOW_MS,
          }),
        }),
      ],
      providers: [
        UnitOfWork,
        { provide: SidePool, useFactory: () => new SidePool(url) },
        { provide: LongStatements, useFactory: () => new LongStatements(url) },
      ],
      exports: [UnitOfWork, SidePool, LongStatements],
    };
  }
}
