import { resolve } from 'node:path';
import { api } from '../support/api';
import type { Bench } from '../support/bench';
import { figure } from '../support/figure';
import { interleaved, type Sample } from '../support/interleaved';
import { startService } from '../support/servers';
import { createTenant, type Tenant } from '../support/tenant';
import { handbook, type Pair } from './handbook';

const FEW = 1_000;
const PAIRS_OF_SOURCE = 500;
const LOOK_MS = 200;
const INDEXED_WITHIN_MS = 1_800_000;
const QUESTIONS = 100;
const EFFORT = { warmUp: QUESTIONS, milliseconds: 0 };
const GOAL = 2;
const GOAL_BEFORE = 1.5;

interface Agent {
  name: string;
  url: string;
  path: string;
  /** The credentials: a key to chat, and an account to search. */
  tokens: Readonly<Record<'message' | 'query', string>>;
  questions: readonly string[];
}

/**
 * The duration of a question to an agent with many passages, compared with 1,000 passages, and with another working
 * copy. Each service has its own database. One question at a time, so that only its own work is measured.
 */
export async function passages(bench: Bench): Promise<void> {
  const { options, conditions } = bench;
  const folders = [undefined, ...(options.before ? [resolve(options.before)] : [])];
  const services = [];
  const agents: Agent[] = [];
  try {
    for (const folder of folders) {
      const databaseUrl = await bench.createDatabase();
      const service = await startService({ ...conditions, databaseUrl }, { ...(folder ? { folder } : {}) });
      services.push(service);
      const tenant = await createTenant(databaseUrl);
      for (const count of [FEW, options.passages]) {
        const name = `${count} passages${folder ? ', before' : ''}`;
        agents.push(await agentWith(service.url, tenant, name, count));
      }
    }
    await report(bench, 'A question answered and written down', agents, (agent) => `${agent.path}/chat`, 'message');
    await report(bench, 'A search', agents, (agent) => `${agent.path}/knowledge/search`, 'query');
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

async function report(
  bench: Bench,
  title: string,
  agents: readonly Agent[],
  pathOf: (agent: Agent) => string,
  field: 'message' | 'query',
): Promise<void> {
  const effort = { ...EFFORT, least: bench.options.rounds * QUESTIONS, most: bench.options.rounds * QUESTIONS };
  const contenders = agents.map((agent) => {
    let at = 0;
    const run = (): Promise<unknown> => {
      const body = { [field]: agent.questions[at++ % agent.questions.length] };
      return api(agent.url, 'POST', pathOf(agent), { token: agent.tokens[field], body });
    };
    return { name: agent.name, run };
  });
  const [few, many, ...before] = (await interleaved(contenders, effort)) as [Sample, Sample, ...Sample[]];
  bench.cases(title, [
    figure('many passages', many, few, { goal: GOAL }),
    ...before.map((earlier, at) => figure('since the change', [few, many][at]!, earlier, { goal: GOAL_BEFORE })),
  ]);
}

/** Once all of it is in the index. */
async function agentWith(url: string, tenant: Tenant, name: string, count: number): Promise<Agent> {
  const { workspaceId, credential: token, keys } = tenant;
  const agents = `/workspaces/${workspaceId}/agents`;
  const body = { name, status: 'active' };
  const { id } = await api<{ id: string }>(url, 'POST', agents, { token, body });
  const path = `${agents}/${id}`;
  const pairs = [...handbook(count)];
  const sources: string[] = [];
  for (let from = 0; from < count; from += PAIRS_OF_SOURCE) {
    const source = {
      type: 'qna',
      name: `Handbook ${from}`,
      language: 'en',
      pairs: pairs.slice(from, from + PAIRS_OF_SOURCE),
    };
    sources.push((await api<{ id: string }>(url, 'POST', `${path}/sources`, { token, body: source })).id);
  }
  const started = performance.now();
  for (const source of sources) await ready(url, `${path}/sources/${source}`, token, started);
  const tokens = { message: keys[0]!.secret, query: token };
  return { name, url, path, tokens, questions: questionsOf(pairs) };
}

/** From all over the handbook. */
function questionsOf(pairs: readonly Pair[]): string[] {
  const step = Math.floor(pairs.length / QUESTIONS);
  return Array.from({ length: QUESTIONS }, (_, at) => pairs[at * step]!.question);
}

async function ready(url: string, path: string, token: string, started: number): Promise<void> {
  for (;;) {
    const state = await api<{ status: string }>(url, 'GET', path, { token });
    if (state.status === 'ready') return;
    if (state.status === 'failed' || performance.now() - started > INDEXED_WITHIN_MS) {
      throw new Error(`The source was not indexed: ${JSON.stringify(state)}`);
    }
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
