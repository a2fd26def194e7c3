import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../config/load-settings';
import { loadPlans, plansOf } from './plans-file';
import { PlansService } from './plans.service';

const small = {
  workspacesOwned: 1,
  agents: 1,
  members: 1,
  customDomains: 0,
  monthlyCredits: 0,
  sources: 1,
  sourceBytes: 1,
  lexemes: 1,
  dailyUnverifiedMails: 1,
  dailyUnverifiedMailsPerRecipient: 1,
};

describe('plans', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-plans-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const file = (text: string): string => {
    const path = join(folder, 'plans.json');
    writeFileSync(path, text);
    return path;
  };

  it('are three built-in ones without a file', () => {
    const { free, pro, enterprise } = Object.fromEntries(loadPlans(null));
    expect(free).toEqual({
      workspacesOwned: 3,
      agents: 3,
      members: 5,
      customDomains: 0,
      monthlyCredits: 100,
      sources: 500,
      sourceBytes: 50_000_000,
      lexemes: 100_000,
      dailyUnverifiedMails: 50,
      dailyUnverifiedMailsPerRecipient: 5,
      webhooks: 2,
      attachmentBytes: 10_485_760,
      storageBytes: 1_000_000_000,
      outboundPerDay: 20,
    });
    expect(pro).toMatchObject({
      workspacesOwned: 25,
      agents: 50,
      members: 100,
      customDomains: 10,
      monthlyCredits: 10_000,
      webhooks: 20,
    });
    expect(enterprise!.attachmentBytes).toBe(104_857_600);
    expect(new Set(Object.values({ ...enterprise!, attachmentBytes: null }))).toEqual(new Set([null]));
  });

  it('come from PLANS_FILE, with null for no limit', () => {
    const PLANS_FILE = file(JSON.stringify({ free: small, big: { ...small, agents: null } }));
    const plans = new PlansService(loadSettings({ PLANS_FILE }));
    expect(plans.limit('big', 'agents')).toBeNull();
    expect(plans.limit('big', 'members')).toBe(1);
    // A plan that is no longer in the file.
    expect(plans.limit('pro', 'agents')).toBe(1);
  });

  it('take missing later limits from pro, and the others from the file', () => {
    const { sources: _sources, sourceBytes: _bytes, ...earlier } = small;
    const plans = plansOf({ free: earlier, big: { ...earlier, sources: null } });
    const newer = { webhooks: 20, attachmentBytes: 26_214_400, storageBytes: 50_000_000_000, outboundPerDay: 2_000 };
    expect(plans.get('free')).toEqual({ ...small, sources: 5_000, sourceBytes: 1_000_000_000, ...newer });
    expect(plans.get('big')?.sources).toBeNull();
  });

  it('stop the start with the reason if the file is unusable', () => {
    const start = (PLANS_FILE: string) => () => new PlansService(loadSettings({ PLANS_FILE }));
    expect(start(join(folder, 'missing.json'))).toThrow(/PLANS_FILE .*missing.json cannot be used: ENOENT/);
    expect(start(file('{'))).toThrow(/PLANS_FILE .* cannot be used: /);
    expect(start(file('[]'))).toThrow(/it must be an object/);
  });

  it('report every problem at once', () => {
    const { agents: _agents, ...incomplete } = small;
    const read = () =>
      plansOf({ 'Bad Id': small, a: incomplete, b: { ...small, members: -1 }, c: { ...small, seats: 5 }, d: 7 });
    for (const problem of [
      'the id “Bad Id”',
      'a.agents must be',
      'b.members must be',
      'c.seats is not a limit',
      'd must be an object',
      'the plan free of new workspaces is missing',
    ]) {
      expect(read).toThrow(problem);
    }
  });

  it.each([1.5, '3', true, 2 ** 60, [], {}])('refuse a limit of %j', (agents) => {
    expect(() => plansOf({ free: { ...small, agents } })).toThrow('free.agents must be a whole number');
  });
});
