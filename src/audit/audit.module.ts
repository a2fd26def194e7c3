import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AUDIT_MIGRATIONS } from '../../migrations/audit';
import { AccountsModule } from '../accounts/accounts.module';
import { Feature } from '../common/feature/feature.decorator';
import { exported, ofInstallation } from '../common/feature/table-policy';
import { MetricsModule } from '../metrics/metrics.module';
import { RetentionModule } from '../retention/retention.module';
import { AUDIT_DAYS } from '../retention/retention.types';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { AccountActivityController } from './account-activity.controller';
import { AuditBatch } from './audit-batch.entity';
import { AuditBatchesRepository } from './audit-batches.repository';
import { AuditChainService } from './audit-chain.service';
import { AuditEntriesRepository } from './audit-entries.repository';
import { AuditEntriesService } from './audit-entries.service';
import { AuditEntry } from './audit-entry.entity';
import { AuditEntryPath } from './audit-entry-path';
import { AuditExportService } from './audit-export.service';
import { AuditKey } from './audit-key.entity';
import { AuditKeysController } from './audit-keys.controller';
import { AuditKeysRepository } from './audit-keys.repository';
import { AuditKeysService } from './audit-keys.service';
import { AuditLogController } from './audit-log.controller';
import { AuditLogService } from './audit-log.service';
import { AuditMetrics } from './audit-metrics';
import { AuditOperatorService } from './audit-operator.service';
import { AuditReadsRepository } from './audit-reads.repository';
import { AuditRetention } from './audit-retention';
import { AuditSealing } from './audit-sealing';

/** How long the network and program of a caller are kept. */
const ORIGIN_DAYS = 90;

/** The audit log: reading, sealing, verifying. `src/common/audit` writes it. */
@Feature({
  name: 'audit',
  tables: {
    audit_entries: exported({
      keptAfterErasure: 'they have ids and no text of people, and an erasure is an entry itself',
      expires: [
        {
          key: 'workspace_id, id',
          condition: `salt IS NOT NULL AND at < now() - interval '${ORIGIN_DAYS} days'`,
          forget: 'salt = NULL, address = NULL, client = NULL',
        },
      ],
    }),
    audit_batches: exported({
      anew: { announced_at: 'now()' },
      keptFor: {
        ...AUDIT_DAYS,
        countedAs: 'auditBatches',
        since: 'sealed_at',
        key: 'number',
        condition: 'entries_removed_at IS NULL',
        deletes: 'feature',
      },
    }),
    audit_keys: ofInstallation({ sealed: [{ column: 'private_key_sealed', purpose: 'audit-key' }] }),
  },
  migrations: AUDIT_MIGRATIONS,
})
@Module({
  imports: [
    TypeOrmModule.forFeature([AuditEntry, AuditBatch, AuditKey]),
    AccountsModule,
    WorkspacesModule,
    RetentionModule,
    MetricsModule,
  ],
  controllers: [AuditLogController, AccountActivityController, AuditKeysController],
  providers: [
    AuditEntriesRepository,
    AuditEntriesService,
    AuditReadsRepository,
    AuditBatchesRepository,
    AuditKeysRepository,
    AuditKeysService,
    AuditSealing,
    AuditRetention,
    AuditOperatorService,
    AuditLogService,
    AuditChainService,
    AuditExportService,
    AuditEntryPath,
    AuditMetrics,
  ],
  exports: [AuditEntriesService],
})
export class AuditModule {}
