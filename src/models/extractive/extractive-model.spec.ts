import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { SupportDocument, supportDocuments } from '../../../test/fixtures/support-documents';
import { foreignQuestions, supportQuestions } from '../../../test/fixtures/support-questions';
import { createKnowledgeIndex } from '../../../test/support/database/knowledge-index';
import { createTestDatabase, dropTestDatabase } from '../../../test/support/database/test-database';
import { chunkDocument } from '../../documents/chunk-document';
import { readHtml } from '../../documents/html/read-html';
import { readMarkdown } from '../../documents/read-markdown';
import { QuestionAndAnswer, readQna } from '../../documents/read-qna';
import { readText } from '../../documents/read-text';
import { detectLanguage, languageSample } from '../../retrieval/language-detection';
import { sentences } from '../../language/sentences';
import { IndexDraft } from '../../retrieval/index-draft';
import { replaceSourceIndex, stem } from '../../retrieval/index-source';
import { rankPassages } from '../../retrieval/rank-passages';
import { rawMarkup } from '../../knowledge-tests/raw-markup';
import { ExtractiveModel } from './extractive-model';

function read({ kind, content }: SupportDocument) {
  if (kind === 'markdown') return readMarkdown(content);
  if (kind === 'html') return readHtml(content);
  return kind === 'qna' ? readQna(JSON.parse(content) as QuestionAndAnswer[]) : readText(content);
}

describe('ExtractiveModel on help pages', () => {
  const agent = { workspaceId: randomUUID(), agentId: randomUUID() };
  const texts = new Map<string, string>();
  let url: string;
  let pool: Pool;

  beforeAll(async () => {
    url = await createTestDatabase();
    pool = new Pool({ connectionString: url, options: '-c search_path=scratch,public', max: 1 });
    await createKnowledgeIndex(pool);
    for (const document of supportDocuments) {
      const readable = read(document);
      const source = { ...agent, sourceId: randomUUID(), generation: 1, name: document.name };
      const language = await detectLanguage(pool, languageSample(readable.text));
      await pool.query(`INSERT INTO knowledge_sources VALUES ($1, $2, $3, $4, NULL, 'ready', 1, $5)`, [
        agent.workspaceId,
        agent.agentId,
        source.sourceId,
        source.name,
        language,
      ]);
      await pool.query('BEGIN');
      const draft = new IndexDraft(source.name, chunkDocument(readable));
      await stem(pool, language, draft);
      await replaceSourceIndex(pool, { ...source, language }, draft);
      await pool.query('COMMIT');
      texts.set(source.sourceId, readable.text);
    }
  });
  afterAll(async () => {
    await pool.end();
    await dropTestDatabase(url);
  });

  async function ask(question: string) {
    const passages = await rankPassages(pool, agent, question, { limit: 8 });
    const input = {
      question,
      history: [],
      passages,
      workspaceId: '',
      agentId: '',
      systemPrompt: '',
      model: '',
      temperature: 0,
    };
    return { passages, answer: await new ExtractiveModel().answer(input, new AbortController().signal) };
  }

  it.each(supportQuestions)('%s', async (question, source, quoted) => {
    const { passages, answer } = await ask(question);
    if (answer.kind === 'no_answer')
      throw new Error(`refused, evidence ${passages[0]?.evidence}, ${passages[0]?.text}`);
    const cited = answer.citations.map(({ passageIndex, quote }) => ({ source: passages[passageIndex]?.title, quote }));
    expect(cited).toContainEqual({ source, quote: expect.stringContaining(quoted) as string });
    expect(answer.content.length).toBeLessThanOrEqual(600);
    expect(rawMarkup(answer.content)).toEqual([]);
    for (const { passageIndex, start, end, quote } of answer.citations) {
      expect(texts.get(passages[passageIndex]?.sourceId ?? '')?.slice(start, end)).toBe(quote);
      expect(sentences(quote).length).toBeLessThanOrEqual(4);
    }
  });

  it.each(foreignQuestions)('has no answer to: %s', async (question) => {
    const { answer } = await ask(question);
    expect(answer).toMatchObject({ kind: 'no_answer' });
  });

  it('returns no answer after an abort', () => {
    const input = {
      question: 'Refund?',
      history: [],
      passages: [],
      workspaceId: '',
      agentId: '',
      systemPrompt: '',
      model: '',
      temperature: 0,
    };
    expect(() => new ExtractiveModel().answer(input, AbortSignal.abort())).toThrow();
  });
});
