import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many changes of a workspace's contacts wait at most for the index under steady writing; each costs a list a look-up. */
const PENDING = 512;

/** Which contacts a term applies to, kept as sets, and the contacts whose sets are not up to date yet. */
export class CreateContactIndex1795000041000 implements MigrationInterface {
  readonly name = 'CreateContactIndex1795000041000';

  async up(queries: QueryRunner): Promise<void> {
    // A set holds contacts of one stretch of 32 768 seqs: at most 4 KiB, so that it stays in its row. No foreign key
    // to workspaces: it would be checked for hundreds of thousands of rows of an import.
    await queries.query(`
      CREATE TABLE contact_postings (
        workspace_id uuid NOT NULL,
        term text COLLATE "C" NOT NULL,
        segment integer NOT NULL,
        cardinality integer NOT NULL CHECK (cardinality > 0),
        slots bytea NOT NULL,
        PRIMARY KEY (workspace_id, term, segment)
      )`);
    await queries.query('ALTER TABLE contact_postings ALTER COLUMN slots SET STORAGE PLAIN');
    // indexed_*: what the sets still say of the contact; null: nothing.
    await queries.query(`
      CREATE TABLE contact_changes (
        workspace_id uuid NOT NULL,
        seq bigint NOT NULL,
        indexed_text text,
        indexed_agent_ids uuid[],
        PRIMARY KEY (workspace_id, seq)
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    await queries.query('CREATE TABLE contact_index_requests (workspace_id uuid PRIMARY KEY)');
    await queries.query('CREATE TABLE contact_index_versions (workspace_id uuid PRIMARY KEY, version bigint NOT NULL)');

    await queries.query(`
      CREATE FUNCTION contacts_index_due(workspace uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT count(*) = ${PENDING} FROM (SELECT FROM contact_changes WHERE workspace_id = workspace LIMIT ${PENDING}) c
      $$`);
    // The shared lock lasts as long as the transaction: until then its changes are not seen, and the request must stay.
    await queries.query(`
      CREATE FUNCTION contacts_request_index(changed uuid) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF contacts_index_due(changed) THEN
          LOOP
            PERFORM FROM contact_index_requests WHERE workspace_id = changed FOR KEY SHARE;
            EXIT WHEN FOUND;
            INSERT INTO contact_index_requests VALUES (changed) ON CONFLICT DO NOTHING;
          END LOOP;
        END IF;
      END $$`);
    await queries.query(`
      CREATE FUNCTION contacts_note_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO contact_changes (workspace_id, seq) SELECT workspace_id, seq FROM after;
        PERFORM contacts_request_index(workspace_id) FROM (SELECT DISTINCT workspace_id FROM after) a;
        RETURN NULL;
      END $$`);
    // The first change since the last indexing is the one that knows what the sets say. The lock that DO UPDATE takes
    // makes a writer wait for an indexing under way that would otherwise remove the note of a change it has not seen.
    const note = (source: string): string => `
      CREATE FUNCTION contacts_note_${source} RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO contact_changes (workspace_id, seq, indexed_text, indexed_agent_ids)
        SELECT b.workspace_id, b.seq, b.search_text, b.agent_ids FROM before b CHANGED ORDER BY b.seq
        ON CONFLICT (workspace_id, seq) DO UPDATE SET seq = excluded.seq;
        PERFORM contacts_request_index(workspace_id) FROM (SELECT DISTINCT workspace_id FROM before) b;
        RETURN NULL;
      END $$`;
    await queries.query(
      note('updated()').replace(
        'CHANGED',
        `JOIN after a USING (workspace_id, seq)
         WHERE a.search_text <> b.search_text OR a.agent_ids <> b.agent_ids`,
      ),
    );
    await queries.query(note('deleted()').replace('CHANGED', ''));
    await queries.query(`
      CREATE TRIGGER contacts_note_inserted AFTER INSERT ON contacts REFERENCING NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION contacts_note_inserted()`);
    await queries.query(`
      CREATE TRIGGER contacts_note_updated AFTER UPDATE ON contacts REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION contacts_note_updated()`);
    await queries.query(`
      CREATE TRIGGER contacts_note_deleted AFTER DELETE ON contacts REFERENCING OLD TABLE AS before
      FOR EACH STATEMENT EXECUTE FUNCTION contacts_note_deleted()`);

    await queries.query(`
      CREATE FUNCTION contacts_forget_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- First what an indexing under way has locked: what it writes is seen after that.
        DELETE FROM contact_index_requests WHERE workspace_id = OLD.id;
        DELETE FROM contact_changes WHERE workspace_id = OLD.id;
        DELETE FROM contact_postings WHERE workspace_id = OLD.id;
        DELETE FROM contact_index_versions WHERE workspace_id = OLD.id;
        RETURN NULL;
      END $$`);
    // At the end of the transaction: the cascade deletes the contacts, and the notes of that come later than it.
    await queries.query(`
      CREATE CONSTRAINT TRIGGER contacts_forget_workspace AFTER DELETE ON workspaces DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION contacts_forget_workspace()`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TRIGGER contacts_forget_workspace ON workspaces');
    for (const change of ['inserted', 'updated', 'deleted']) {
      await queries.query(`DROP TRIGGER contacts_note_${change} ON contacts`);
      await queries.query(`DROP FUNCTION contacts_note_${change}()`);
    }
    await queries.query('DROP FUNCTION contacts_forget_workspace()');
    await queries.query('DROP FUNCTION contacts_request_index(uuid)');
    await queries.query('DROP FUNCTION contacts_index_due(uuid)');
    await queries.query('DROP TABLE contact_index_versions, contact_index_requests, contact_changes, contact_postings');
  }
}
