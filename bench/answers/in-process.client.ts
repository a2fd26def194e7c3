import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { chunkDocument } from '../../src/knowledge/chunking/chunk-document';
import { readText } from '../../src/knowledge/chunking/read-text';
import { replaceSourceIndex } from '../../src/knowledge/retrieval/index-source';
import { detectLanguage } from '../../src/knowledge/retrieval/language';
import { rankPassages } from '../../src/knowledge/retrieval/rank-passages';
import { ExtractiveModel } from '../../src/models/extractive/extractive-model';
import { AnswersClient } from './answers.client';

/** Passages that an answer may stand on. */
const PASSAGES_READ = 8;

const INSERT_SOURCE = `
  INSERT INTO knowledge_sources (workspace_id, agent_id, id, name, status, index_generation, language)
  VALUES ($1, $2, $3, $4, 'ready', 1, $5)`;

/** The method alone, without the service: an agent of its own in a database that has the index's tables. */
export function inProcessClient(pool: Pool): AnswersClient {
  const agent = { workspaceId: randomUUID(), agentId: randomUUID() };
  const model = new ExtractiveModel();
  return {
    async addSource(name, text) {
      const sourceId = randomUUID();
      const document = readText(text);
      const db = await pool.connect();
      try {
        await db.query('BEGIN');
        const language = await detectLanguage(db, text);
        await db.query(INSERT_SOURCE, [agent.workspaceId, agent.agentId, sourceId, name, language]);
        await replaceSourceIndex(db, { ...agent, sourceId, generation: 1, name, language }, chunkDocument(document));
        await db.query('COMMIT');
      } finally {
        db.release();
      }
      return sourceId;
    },
    async search(question, limit) {
      const found = await rankPassages(pool, agent, question, { limit });
      return found.map(({ sourceId }) => ({ source: sourceId }));
    },
    async ask(question) {
      const passages = await rankPassages(pool, agent, question, { limit: PASSAGES_READ });
      const input = { question, history: [], passages, systemPrompt: '', model: '', temperature: 0 };
      const answer = await model.answer(input, new AbortController().signal);
      if (answer.kind === 'no_answer') return { outcome: 'no_answer', citations: [] };
      const citations = answer.citations.map(({ passageIndex, quote, start, end }) => ({
        source: passages[passageIndex]?.sourceId ?? '',
        quote,
        start,
        end,
      }));
      return { outcome: 'answered', citations };
    },
    async close() {
      const tables = ['sources', 'chunks', 'postings', 'lexemes', 'statistics'];
      for (const table of tables) {
        await pool.query(`DELETE FROM knowledge_${table} WHERE workspace_id = $1`, [agent.workspaceId]);
      }
    },
  };
}
