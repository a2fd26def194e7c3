import { anAccount, type TestAccount } from '../factories/account';
import { aCredential, credentialCalls } from '../factories/credential';
import { CredentialRaces, RACES, runRaces } from '../property/credentials-races';
import { call, type CallOptions } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { campaignOf } from './campaign';

const ROUNDS = Number(process.env['ROUNDS'] ?? campaignOf(1_000));
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

let parley: Parley;
let account: TestAccount;
let processes: [SpawnedService, SpawnedService];

beforeAll(async () => {
  parley = await startParley();
  account = await anAccount(parley);
  const settings = { DATABASE_URL: parley.databaseUrl, RUN_WORKER: 'no' };
  processes = await Promise.all([SpawnedService.start(settings), SpawnedService.start(settings)]);
});
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await parley.stop();
});

const at = ({ url }: SpawnedService) => ({
  call: (method: string, path: string, options: CallOptions = {}) => call(url + path, method, options),
});

/** Park and Miller's generator, so that a run can be had again by its seed. */
function random(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('account credentials on two processes', () => {
  it.each(RACES)(`%s, ${ROUNDS} times: as if one had come after the other`, async (race) => {
    const next = random(SEED);
    process.stdout.write(`seed=${SEED} `);
    const races = new CredentialRaces({
      database: parley.database,
      account,
      sides: [at(processes[0]), at(processes[1])],
      headStart: () => Math.round((next() - 0.5) * 6),
    });
    await runRaces(races, race, ROUNDS);
  });

  it(`revoke here, use there, ${ROUNDS} times: no request that began after the answer succeeds`, async () => {
    const [here, there] = processes.map(at) as [ReturnType<typeof at>, ReturnType<typeof at>];
    const owner = { cookie: account.cookie, origin: 'http://localhost:3000' };
    const counts = { before: 0, during: 0, after: 0 };
    for (let n = 0; n < ROUNDS; n++) {
      const { id, secret } = await aCredential(here, account, { scopes: ['workspaces:read'] });
      let answered = Infinity;
      let late = 0;
      const user = async (side: typeof here): Promise<void> => {
        for (let mine = 0; mine < 2;) {
          const began = performance.now();
          const { status } = await side.call('GET', '/account', { token: secret });
          const after = began > answered;
          if (after) expect({ round: n, status }).toEqual({ round: n, status: 401 });
          counts[after ? 'after' : status === 200 ? 'before' : 'during'] += 1;
          mine += after ? 1 : 0;
          late += after ? 1 : 0;
        }
      };
      const revoke = async (): Promise<void> => {
        const { status } = await credentialCalls(here, account.password, owner).revoke(id);
        expect(status).toBe(200);
        answered = performance.now();
      };
      await Promise.all([user(there), user(there), user(here), revoke()]);
      expect(late).toBe(6);
    }
    process.stdout.write(`revoke/use: n=${ROUNDS} seed=${SEED} ${JSON.stringify(counts)}\n`);
    expect(counts.before).toBeGreaterThan(ROUNDS / 2);
  });
});
