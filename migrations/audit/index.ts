import { CreateAuditLog1795000270000 } from './1795000270000-create-audit-log';

export const AUDIT_MIGRATIONS = [CreateAuditLog1795000270000];
