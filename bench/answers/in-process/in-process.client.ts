import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import type { AnswerableAgent } from '../../../src/chat/answer.types';
import { AnsweringService } from '../../../src/chat/answering.service';
import { SearchPool } from '../../../src/common/database/search-pool';
import { storable } from '../../../src/common/text/storable';
import type { Settings } from '../../../src/config/load-settings';
import type { ConversationState } from '../../../src/conversations/conversation.types';
import { chunkDocument } from '../../../src/documents/chunk-document';
import { readMarkdown } from '../../../src/documents/read-markdown';
import { readText } from '../../../src/documents/read-text';
import { ExtractiveModel } from '../../../src/models/extractive/extractive-model';
import { IndexDraft } from '../../../src/retrieval/index-draft';
import { replaceSourceIndex, stem } from '../../../src/retrieval/index-source';
import { KnowledgeService } from '../../../src/retrieval/knowledge.service';
import { detectLanguage, languageSample } from '../../../src/retrieval/language-detection';
import type { SemanticSearch } from '../../../src/retrieval/semantic/semantic-search';
import type { AnswersClient, ChatAnswer, SourceText } from '../answers.client';

/** Connections for searches, of which one workspace uses half. */
const CONNECTIONS = 8;
const MODEL_TIMEOUT_MS = 60_000;

/** The same defaults as a new agent. */
const AGENT: Omit<AnswerableAgent, 'workspaceId' | 'id'> = {
  answers: true,
  rateLimitPerMinute: 0,
  systemPrompt: '',
  model: 'built-in',
  temperature: 0,
  name: 'Answers',
  widgetConfig: { displayName: '', greeting: '', labels: { locale: 'auto' } },
  learningConfig: { captureEnabled: false },
};

/** Agents of the code in this process, in a database that `prepareScratch` prepared. `close` ends its connections. */
export function inProcess(url: string): { connect: () => AnswersClient; close: () => Promise<void> } {
  const pool = new Pool({ connectionString: url, max: 1 });
  const outside = { isRunning: false, prepared: () => Promise.reject(new Error('There is no transaction')) };
  const searches = new SearchPool(url, CONNECTIONS, outside);
  const withoutEmbeddings = { nearest: () => Promise.resolve([]) } as unknown as SemanticSearch;
  const settings = { values: { MODEL_TIMEOUT_MS } } as Settings;
  const knowledge = new KnowledgeService(searches, withoutEmbeddings);
  const answering = new AnsweringService(knowledge, new ExtractiveModel(), settings);
  return {
    connect: () => new InProcessClient(pool, knowledge, answering),
    close: async () => {
      await searches.onApplicationShutdown();
      await pool.end();
    },
  };
}

/** Without HTTP, jobs and conversations in the database: what remains is the search and the answer. */
class InProcessClient implements AnswersClient {
  private readonly workspaceId = uuidOf('workspace');
  private agentId = uuidOf('agent');
  private readonly texts = new Map<string, string>();
  private readonly conversations: ConversationState[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly knowledge: KnowledgeService,
    private readonly answering: AnsweringService,
  ) {}

  /** An agent of the same sources that is in the database is used again. */
  async load(sources: readonly SourceText[]): Promise<string[]> {
    this.agentId = uuidOf(JSON.stringify(sources));
    const ids = sources.map(({ name }, index) => uuidOf(`${this.agentId} ${index} ${name}`));
    const documents = sources.map(({ text, format }) => (format === 'markdown' ? readMarkdown(text) : readText(text)));
    for (const [index, { text }] of documents.entries()) this.texts.set(ids[index]!, storable(text));
    const { workspaceId, agentId } = this;
    const found = await this.pool.query('SELECT count(*)::integer AS n FROM knowledge_sources WHERE agent_id = $1', [
      agentId,
    ]);
    if ((found.rows as { n: number }[])[0]?.n === sources.length) return ids;
    await this.pool.query('BEGIN');
    for (const [index, document] of documents.entries()) {
      const { name } = sources[index]!;
      const language = await detectLanguage(this.pool, languageSample(document.text));
      const draft = new IndexDraft(name, chunkDocument(document));
      await stem(this.pool, language, draft);
      const source = { workspaceId, agentId, sourceId: ids[index]!, generation: 1, name, language };
      await replaceSourceIndex(this.pool, source, draft);
      await this.pool.query(`INSERT INTO knowledge_sources VALUES ($1, $2, $3, $4, NULL, 'ready', 1, $5)`, [
        workspaceId,
        agentId,
        source.sourceId,
        name,
        language,
      ]);
    }
    await this.pool.query('COMMIT');
    return ids;
  }

  async search(question: string, limit: number): Promise<string[]> {
    const agent = { workspaceId: this.workspaceId, id: this.agentId };
    return (await this.knowledge.passages(agent, { question, limit })).map(({ sourceId }) => sourceId);
  }

  async ask(message: string, conversation?: string): Promise<ChatAnswer> {
    const state = conversation === undefined ? null : this.conversations[Number(conversation)]!;
    const agent = { ...AGENT, workspaceId: this.workspaceId, id: this.agentId };
    const { kind, contents, citations } = await this.answering.answer(agent, state, { message });
    const recent = [
      ...(state?.recent ?? []),
      { role: 'customer', content: message },
      { role: 'agent', content: contents[kind] },
    ] as const;
    const handler = kind === 'handed_off' ? 'human' : 'agent';
    const id = conversation ?? String(this.conversations.length);
    this.conversations[Number(id)] = { id, handler, consecutiveNoAnswers: 0, recent: [...recent] };
    return {
      outcome: kind,
      content: contents[kind],
      citations: citations.map(({ sourceId, quote, start, end }) => ({ source: sourceId, quote, start, end })),
      conversation: id,
    };
  }

  text(source: string): Promise<string> {
    return Promise.resolve(this.texts.get(source) ?? '');
  }
}

function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ].join('-');
}
