import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountsModule } from '../../src/accounts/accounts.module';
import { AccountsOperatorService } from '../../src/accounts/accounts-operator.service';
import { AgentsModule } from '../../src/agents/agents.module';
import { AgentsOperatorService } from '../../src/agents/agents-operator.service';
import { AuditOperatorService } from '../../src/audit/audit-operator.service';
import { AuditModule } from '../../src/audit/audit.module';
import { CommonModule } from '../../src/common/common.module';
import { SealedColumnsOperatorService } from '../../src/common/resealing/sealed-columns-operator.service';
import { EmailModule } from '../../src/email/email.module';
import { QuarantineOperatorService } from '../../src/email/quarantine/quarantine-operator.service';
import { FilesModule } from '../../src/files/files.module';
import { FilesOperatorService } from '../../src/files/store/files-operator.service';
import { RetrievalModule } from '../../src/retrieval/retrieval.module';
import { KnowledgeOperatorService } from '../../src/retrieval/knowledge-operator.service';
import { SetUpOperatorService } from '../../src/workspaces/installation/set-up-operator.service';
import { WorkspacesModule } from '../../src/workspaces/workspaces.module';
import { WorkspacesOperatorService } from '../../src/workspaces/workspaces-operator.service';

/* An operator's commands act on all tenants and do not authenticate a caller, so no request may reach them. */

const src = join(__dirname, '../../src');

it.each([
  [AccountsModule, AccountsOperatorService],
  [AgentsModule, AgentsOperatorService],
  [AuditModule, AuditOperatorService],
  [WorkspacesModule, WorkspacesOperatorService],
  [WorkspacesModule, SetUpOperatorService],
  [FilesModule, FilesOperatorService],
  [EmailModule, QuarantineOperatorService],
  [RetrievalModule, KnowledgeOperatorService],
  [CommonModule, SealedColumnsOperatorService],
])('%p provides its operator service and does not export it', (module, service) => {
  expect(Reflect.getMetadata('providers', module)).toContain(service);
  expect(Reflect.getMetadata('exports', module)).not.toContain(service);
});

it('are imported only by the operator’s commands and the modules', () => {
  const importing = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /from '[^']*operator\.service'/.test(readFileSync(join(src, file), 'utf8')));
  expect(importing.sort()).toEqual([
    'accounts/accounts.module.ts',
    'admin-audit.ts',
    'admin-files.ts',
    'admin-set-up.ts',
    'admin.ts',
    'agents/agents.module.ts',
    'audit/audit.module.ts',
    'common/common.module.ts',
    'email/email.module.ts',
    'files/files.module.ts',
    'retrieval/retrieval.module.ts',
    'service.ts',
    'set-up-notice.ts',
    'workspaces/workspaces.module.ts',
  ]);
});
