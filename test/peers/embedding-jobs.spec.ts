import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { ClaimLost } from '../../src/common/jobs/lease';
import type { LeasedQueue } from '../../src/common/jobs/leased-queue';
import type { EmbeddingJob } from '../../src/retrieval/semantic/embedding-job.entity';
import { type EmbeddingClaim, EmbeddingJobsRepository } from '../../src/retrieval/semantic/embedding-jobs.repository';
import { PassageEmbedding } from '../../src/retrieval/semantic/passage-embedding';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aSource } from '../factories/source';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let jobs: EmbeddingJobsRepository;
let queue: LeasedQueue<EmbeddingJob, EmbeddingClaim>;

beforeAll(async () => {
  parley = await startParley();
  jobs = parley.get(EmbeddingJobsRepository);
  ({ queue } = parley.get(PassageEmbedding));
});
afterAll(() => parley.stop());
afterEach(() => parley.database.query('DELETE FROM knowledge_embedding_jobs'));

/** So many sources whose passages are to be embedded. */
async function queued(count: number): Promise<void> {
  const owner = await aCredential(parley, await anAccount(parley));
  const agent = await anAgent(parley, await aWorkspace(parley, owner), owner);
  for (let made = 0; made < count; made += 1) {
    const { id: sourceId } = await aSource(parley, agent, owner);
    await jobs.enqueue({ workspaceId: agent.workspaceId, agentId: agent.id, sourceId });
  }
}
const claims = (count: number): Promise<(EmbeddingClaim | null)[]> =>
  Promise.all(Array.from({ length: count }, () => queue.claim()));

describe('passages to embed', () => {
  it('are claimed by one worker only', async () => {
    for (let round = 0; round < 5; round += 1) {
      await queued(4);
      const claimed = await claims(6);
      expect(new Set(claimed.flatMap((claim) => claim?.sourceId ?? [])).size).toBe(4);
      expect(claimed.filter((claim) => claim === null)).toHaveLength(2);
    }
  });

  it('are the next worker’s once a lease has ended, and no longer the first one’s', async () => {
    await queued(1);
    const first = (await queue.claim())!;
    await parley.database.query(`UPDATE knowledge_embedding_jobs SET due_at = now() - interval '1 s'`);
    const next = (await queue.claim())!;
    expect(next).toMatchObject({ sourceId: first.sourceId, attempts: first.attempts + 1 });
    const ensure = (claim: EmbeddingClaim): Promise<void> => parley.get(UnitOfWork).run(() => queue.ensureHeld(claim));
    await expect(ensure(first)).rejects.toThrow(ClaimLost);
    await ensure(next);
    await queue.postpone(first, 0);
    await jobs.postpone(first, 0);
    await jobs.finish(first, 'meanings');
    expect(await queue.claim()).toBeNull();
    await jobs.finish(next, 'meanings');
    expect(await parley.database.query('SELECT FROM knowledge_embedding_jobs')).toEqual([]);
  });
});
