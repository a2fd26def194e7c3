/** Statements of a request without those of the audit log, which has refused attempts after the response. */
export function withoutAudit(statements: readonly string[]): string[] {
  return statements.filter((sql) => !/^\s*INSERT INTO audit_entries\b/.test(sql));
}
