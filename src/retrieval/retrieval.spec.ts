import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { createKnowledgeIndex } from '../../test/support/database/knowledge-index';
import { createTestDatabase, dropTestDatabase } from '../../test/support/database/test-database';
import { chunkDocument } from '../documents/chunk-document';
import type { ReadableDocument } from '../documents/document.types';
import { readMarkdown } from '../documents/read-markdown';
import { readText } from '../documents/read-text';
import type { Language } from '../language/language';
import { detectLanguage, languageSample } from './language-detection';
import { IndexDraft } from './index-draft';
import { forgetUnusedLexemes, removeSourceIndex, replaceSourceIndex, stem } from './index-source';
import { ENOUGH_EVIDENCE } from './passage.types';
import { rankPassages } from './rank-passages';

describe('retrieval', () => {
  let url: string;
  let pool: Pool;
  let agent: { workspaceId: string; agentId: string };

  beforeAll(async () => {
    url = await createTestDatabase();
    pool = new Pool({ connectionString: url, options: '-c search_path=scratch,public' });
    // Dropping the database may end a connection that is just closing; no test waits for that one.
    pool.on('error', () => undefined);
    await createKnowledgeIndex(pool);
  });
  beforeEach(() => {
    agent = { workspaceId: randomUUID(), agentId: randomUUID() };
  });
  afterAll(async () => {
    await pool.end();
    await dropTestDatabase(url);
  });

  async function index(
    name: string,
    text: string,
    sourceId = randomUUID(),
    generation = 1,
    language: Language = 'english',
    read: (text: string) => ReadableDocument = readText,
  ) {
    const db = await pool.connect();
    try {
      await db.query('BEGIN');
      const draft = new IndexDraft(name, chunkDocument(read(text)));
      await stem(db, language, draft);
      await replaceSourceIndex(db, { ...agent, sourceId, generation, name, language }, draft);
      await db.query(
        `INSERT INTO knowledge_sources VALUES ($1, $2, $3, $4, NULL, 'ready', $5, $6)
         ON CONFLICT (workspace_id, agent_id, id) DO UPDATE SET index_generation = $5`,
        [agent.workspaceId, agent.agentId, sourceId, name, generation, language],
      );
      await db.query('COMMIT');
    } finally {
      db.release();
    }
    return sourceId;
  }

  const titles = async (question: string, context?: string) =>
    (await rankPassages(pool, agent, question, { limit: 5, ...(context !== undefined && { context }) })).map(
      ({ title }) => title,
    );

  const figures = async () =>
    (
      await pool.query<{ chunks: number; lexemes: number; wrong: number }>(
        `SELECT (SELECT coalesce(sum(chunk_count), 0)::integer FROM knowledge_statistics WHERE agent_id = $1) AS chunks,
          (SELECT count(*)::integer FROM knowledge_lexemes WHERE agent_id = $1) AS lexemes,
          (SELECT count(*)::integer FROM knowledge_lexemes AS known WHERE agent_id = $1 AND chunk_count <>
            (SELECT count(*) FROM knowledge_postings AS posting
             WHERE posting.agent_id = $1 AND posting.lexeme = known.lexeme)) AS wrong`,
        [agent.agentId],
      )
    ).rows[0];

  it('ranks by rare words, and returns the exact place', async () => {
    await index('Billing', 'Invoices are sent by mail every month. The invoice shows taxes.');
    const text = 'Ünder “quotes” 🎈. Webhooks are signed with HMAC every time.';
    await index('Webhooks', text);
    const [first] = await rankPassages(pool, agent, 'How are webhooks signed every time?', { limit: 5 });
    expect(first).toMatchObject({ title: 'Webhooks', start: 0, end: text.length, text });
    const best = first?.sentences.reduce((left, right) => (right.score > left.score ? right : left));
    expect(text.slice(best?.start, best?.end)).toBe('Webhooks are signed with HMAC every time.');
  });

  it('finds by the title, by folded accents and by a misspelt word', async () => {
    await index('Kubernetes', 'Install the chart and wait.');
    await index('Café', 'The café opens at eight.');
    expect(await titles('kubernetes chart')).toEqual(['Kubernetes']);
    expect(await titles('When does the cafe open?')).toEqual(['Café']);
    expect(await titles('kubernettes')).toEqual(['Kubernetes']);
  });

  it('finds by what a word is also called, and takes that for said', async () => {
    await index('Red', 'Any account you can write.');
    await index('Blue', 'Any account you can erase.');
    const [first, second] = await rankPassages(pool, agent, 'How do I delete an account?', { limit: 5 });
    expect([first?.title, second?.title]).toEqual(['Blue', 'Red']);
    expect(first!.evidence).toBeGreaterThan(second!.evidence);
  });

  it('finds what a verb and its particle make together', async () => {
    await index('Green', 'Go back.');
    await index('Red', 'A picture of the database is a file.');
    await index('Blue', 'A backup of the database is a file.');
    expect((await titles('How do I back up the database?'))[0]).toBe('Blue');
    expect((await titles('How do I back the database up?'))[0]).toBe('Blue');
  });

  it.each([
    ['Which addons are free?', 'Some add-ons are free.'],
    ['Which add-ons are free?', 'Some addons are free.'],
    ['Which e-mail-address is free?', 'One email address is free.'],
    ['Which emailaddress is free?', 'One e-mail-address is free.'],
  ])('takes words with and without a hyphen for one: %s %s', async (question, text) => {
    for (const [at, other] of ['plans', 'trials', 'lessons', 'samples'].entries()) {
      await index(`Other ${at}`, `Some ${other} are free, with one address for all.`);
    }
    await index('Blue', text);
    const [first, second] = await rankPassages(pool, agent, question, { limit: 5 });
    expect(first!.title).toBe('Blue');
    expect(first!.evidence).toBeGreaterThan(ENOUGH_EVIDENCE);
    expect(first!.evidence).toBeGreaterThan(second!.evidence + 0.2);
  });

  it('forgets words with hyphens like others', async () => {
    const sourceId = await index(
      'Add-ons',
      '# Add-ons\n\nSee the set-up of an e-mail-address.',
      undefined,
      1,
      'english',
      readMarkdown,
    );
    expect(await figures()).toMatchObject({ chunks: 1, wrong: 0 });
    await removeSourceIndex(pool, { ...agent, sourceId });
    await forgetUnusedLexemes(pool, agent);
    expect(await figures()).toEqual({ chunks: 0, lexemes: 0, wrong: 0 });
    const left = 'SELECT lexeme FROM knowledge_postings WHERE agent_id = $1';
    expect((await pool.query(left, [agent.agentId])).rows).toEqual([]);
  });

  it('finds what the word that a verb and its particle make is also called, and takes that for said', async () => {
    await index('Green', 'Open the shop with a key.');
    await index('Blue', 'Stop the service with a key.');
    const [other] = await rankPassages(pool, agent, 'How do I melt the service down?', { limit: 5 });
    for (const question of ['How do I shut the service down?', 'shutting down the service']) {
      const [first] = await rankPassages(pool, agent, question, { limit: 5 });
      expect(first!.title).toBe('Blue');
      expect(first!.evidence).toBeGreaterThan(ENOUGH_EVIDENCE);
      expect(first!.evidence).toBeGreaterThan(other!.evidence + 0.2);
    }
  });

  it('takes no word that only stands for one of the question for a slip of the pen', async () => {
    await index('Erasmus', 'Erasmo wrote letters.');
    expect(await titles('erase')).toEqual(['Erasmus']);
    expect(await titles('delete')).toEqual([]);
  });

  it('reads neither targets of links nor stop words, and knows the heading directly above', async () => {
    await index(
      'Targets',
      '# Sails\n\nSee [below](#mooring (mooring)), ![the](mooring.png) and wait.',
      undefined,
      1,
      'english',
      readMarkdown,
    );
    expect(await titles('mooring')).toEqual([]);
    expect(await titles('sails and waiting')).toEqual(['Targets']);
  });

  it('prefers the section that a question names to one that mentions it', async () => {
    const page = (heading: string, text: string) => `# The handbook of the harbour\n\n## ${heading}\n\n${text}`;
    await index(
      'Quiet',
      page('The quiet hours', 'At night nobody may play music in the harbour, whoever it is.'),
      undefined,
      1,
      'english',
      readMarkdown,
    );
    await index(
      'Reasons',
      page('Reasons of refusals', 'It is within quiet hours: quiet hours count.'),
      undefined,
      1,
      'english',
      readMarkdown,
    );
    expect((await titles('When are quiet hours?'))[0]).toBe('Quiet');
  });

  it('stems each source in its language', async () => {
    await index('Kündigung', 'Sie kündigen Ihr Abonnement in den Einstellungen.', undefined, 1, 'german');
    await index('Pay', 'You pay by card.');
    expect(await titles('Wie kündige ich mein Abonnement?')).toEqual(['Kündigung']);
    expect(await titles('paying with a card')).toEqual(['Pay']);
  });

  it('never uses a source from the moment its status says deleting', async () => {
    const source = await index('Plans', 'The pro plan costs nine euros.');
    await pool.query(`UPDATE knowledge_sources SET status = 'deleting' WHERE id = $1`, [source]);
    expect(await titles('What does the pro plan cost?')).toEqual([]);
  });

  it('serves only the generation that the source names', async () => {
    const source = await index('Plans', 'The pro plan costs nine euros.');
    await index('Plans', 'The pro plan costs ten euros.', source, 2);
    const [only, ...others] = await rankPassages(pool, agent, 'pro plan', { limit: 5 });
    expect([only?.text, others]).toEqual(['The pro plan costs ten euros.', []]);
  });

  it('keeps the statistics right over adding, replacing and removing at once', async () => {
    const ids = Array.from({ length: 12 }, () => randomUUID());
    const text = (at: number, round: number) => `Shared words about plans. Number ${at} in round ${round}.`;
    await Promise.all(ids.map((id, at) => index(`Source ${at}`, text(at, 1), id)));
    await Promise.all(ids.map((id, at) => index(`Source ${at}`, text(at, 2), id, 2)));
    expect(await figures()).toMatchObject({ chunks: 12, wrong: 0 });
    for (const sourceId of ids) await removeSourceIndex(pool, { ...agent, sourceId });
    await forgetUnusedLexemes(pool, agent);
    expect(await figures()).toEqual({ chunks: 0, lexemes: 0, wrong: 0 });
  });

  it('uses what was asked before only where the question needs it', async () => {
    await index('Family plan', 'The family plan is for six people. It costs nine euros.');
    await index('Shipping', 'Shipping costs five euros.');
    expect((await titles('And how much does it cost?', 'Is there a family plan?'))[0]).toBe('Family plan');
    expect((await titles('How much does shipping cost?', 'Is there a family plan?'))[0]).toBe('Shipping');
  });

  it('shows nothing of another agent', async () => {
    await index('Secret', 'The launch is in May.');
    agent = { ...agent, agentId: randomUUID() };
    await index('Other', 'Nothing to see.');
    expect(await titles('When is the launch?')).toEqual([]);
  });

  it.each([
    ['english', 'You can change the name of your workspace in the settings.'],
    ['german', 'Sie können den Namen des Arbeitsbereichs in den Einstellungen ändern.'],
    ['french', 'Vous pouvez changer le nom de votre espace dans les paramètres.'],
    ['spanish', 'Puede cambiar el nombre de su espacio en los ajustes de la cuenta.'],
    ['greek', 'Μπορείτε να αλλάξετε το όνομα.'],
    ['simple', 'npm ERR! ENOENT 404'],
  ])('detects %s', async (language, text) => expect(await detectLanguage(pool, languageSample(text))).toBe(language));
});
