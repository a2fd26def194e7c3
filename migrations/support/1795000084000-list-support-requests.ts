import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of support requests: newest first, and by what is due first. */
export class ListSupportRequests1795000084000 implements MigrationInterface {
  readonly name = 'ListSupportRequests1795000084000';

  async up(queries: QueryRunner): Promise<void> {
    // What is due first, by who reads it. Infinity: nothing runs.
    const byDue = `state, coalesce(due_at, 'infinity'), id`;
    await queries.query(`CREATE INDEX support_requests_due ON support_requests (workspace_id, ${byDue})`);
    await queries.query(
      `CREATE INDEX support_requests_agent_due ON support_requests (workspace_id, agent_id, ${byDue})`,
    );
    await queries.query(`
      CREATE INDEX support_requests_assignee_due ON support_requests (assignee_member_id, ${byDue})
      WHERE assignee_member_id IS NOT NULL`);
    await queries.query('CREATE INDEX support_requests_state ON support_requests (workspace_id, state, id)');
    await queries.query('CREATE INDEX support_requests_agent ON support_requests (workspace_id, agent_id, state, id)');
    await queries.query(`
      CREATE INDEX support_requests_assignee ON support_requests (assignee_member_id, state, id)
      WHERE assignee_member_id IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP INDEX support_requests_due, support_requests_agent_due, support_requests_assignee_due, support_requests_state,
        support_requests_agent, support_requests_assignee`);
  }
}
