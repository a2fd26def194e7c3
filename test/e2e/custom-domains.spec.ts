import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { DomainDesk, type DomainTenant, newName, type TestDomain } from '../factories/domain-fixtures';
import { aMember } from '../factories/member';

const DAY = 24 * 3_600;

let desk: DomainDesk;

beforeAll(async () => {
  desk = await DomainDesk.start();
});
afterAll(() => desk.stop());
beforeEach(() => desk.renew());

describe('registerCustomDomain', () => {
  it('201 with exactly four fields, and the records to create', async () => {
    const { status, body } = await desk.register('Chat.Example.COM.');
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['id', 'agentId', 'domain', 'status']);
    expect(body).toMatchObject({ agentId: desk.tenant.agent.id, domain: 'chat.example.com', status: 'pending_dns' });
    const detail = (await desk.call('GET', `/${body.id}`)).body;
    expect(detail.records).toEqual([
      {
        purpose: 'ownership',
        type: 'TXT',
        name: '_parley.chat.example.com',
        value: expect.stringMatching(/^[\w-]{32}$/),
        observed: [],
        ok: false,
      },
      {
        purpose: 'routing',
        type: 'CNAME',
        name: 'chat.example.com',
        value: 'edge.parley.example',
        observed: [],
        ok: false,
      },
    ]);
    expect(detail).toMatchObject({ certificate: null, lastCheckedAt: null, lastError: null });
  });

  it.each([
    ['https://chat.example.com', 'a scheme'],
    ['chat.example.com:8080', 'a port'],
    ['chat.example.com/help', 'a path'],
    ['192.0.2.1', 'an address'],
    ['2130706433', 'an address as a number'],
    ['[2001:db8::1]', 'an address of IPv6'],
    ['localhost', 'one label'],
    ['*.example.com', 'a wildcard'],
    ['chat example.com', 'a space'],
    ['chat%2eexample.com', 'percent-encoding'],
    ['chat。example.com', 'a full-width dot'],
    ['ｃhat.example.com', 'a full-width letter'],
    ['ann@chat.example.com', 'a user'],
    ['chat.example.com..', 'two final dots'],
    ['edge.parley.example', 'the service’s own host'],
  ])('400 for %s: %s', async (domain) => {
    const { status, body } = await desk.register(domain);
    expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', '/domain']);
    expect((await desk.call('GET')).body.customDomains).toEqual([]);
  });

  it.each([undefined, null, '', 7, 'x'.repeat(301)])('400 for %j', async (domain) => {
    expect((await desk.register(domain)).body).toMatchObject({
      code: 'validation_failed',
      details: [{ path: '/domain' }],
    });
  });

  it('403 plan_required if the plan has none, for any domain', async () => {
    const free = await desk.aTenant('free');
    expect((await desk.register(newName(), free)).body.code).toBe('plan_required');
    expect((await desk.register('no domain', free)).body.code).toBe('plan_required');
  });

  it('403 plan_limit_reached past the limit, also for many at once', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => desk.register(newName())));
    const codes = replies.map(({ status, body }) => (status === 201 ? 'made' : body.code)).sort();
    expect(codes).toEqual([...Array<string>(10).fill('made'), ...Array<string>(2).fill('plan_limit_reached')]);
  });

  it('409 domain_taken twice in one workspace, however it is spelled; of many at once one gets it', async () => {
    const name = newName();
    const replies = await Promise.all([name, name.toUpperCase(), `${name}.`].map((one) => desk.register(one)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('domain_taken');
  });

  it('409 domain_taken where another workspace has proved that it owns the domain', async () => {
    const { name } = await desk.anActiveDomain();
    expect((await desk.register(name, await desk.aTenant())).body.code).toBe('domain_taken');
  });

  it('400 association_invalid for an agent of another workspace', async () => {
    const other = await desk.aTenant();
    const { status, body } = await desk.call('POST', '', { agentId: other.agent.id, domain: newName() });
    expect([status, body.code]).toEqual([400, 'association_invalid']);
  });
});

describe('a member who does not reach the agent', () => {
  it('sees nothing of its domains', async () => {
    const { id } = await desk.aDomain();
    const hidden = await aMember(desk.parley, desk.tenant.workspace, await anAccount(desk.parley), {
      restrictedAgentIds: [],
    });
    const outsider = { ...desk.tenant, token: (await aCredential(desk.parley, hidden)).secret };
    expect((await desk.call('GET', '', undefined, outsider)).body.customDomains).toEqual([]);
    expect((await desk.call('GET', `/${id}`, undefined, outsider)).status).toBe(404);
  });
});

describe('listCustomDomains', () => {
  it('has each once, page by page, oldest first', async () => {
    const made = [await desk.aDomain(), await desk.aDomain(), await desk.aDomain()].map(({ id }) => id);
    const first = (await desk.call('GET', '?limit=2')).body;
    const second = (await desk.call('GET', `?limit=2&cursor=${first.nextCursor}`)).body;
    const listed = [...first.customDomains, ...second.customDomains].map(({ id }: { id: string }) => id);
    expect(listed).toEqual(made);
    expect(second.nextCursor).toBeNull();
  });
});

describe('verifyCustomDomain', () => {
  it('says what is missing, step by step', async () => {
    const { id, name, token } = await desk.aDomain();
    expect((await desk.call('POST', `/${id}/verify`)).body).toMatchObject({
      status: 'pending_dns',
      lastError: `There is no TXT record _parley.${name}.`,
    });
    desk.zone.set(`_parley.${name} TXT`, ['something else']);
    const wrong = (await desk.verify(id)).body;
    expect(wrong).toMatchObject({
      status: 'pending_dns',
      lastError: `The TXT record _parley.${name} does not have the expected value.`,
    });
    expect(wrong.records[0]).toMatchObject({ observed: ['something else'], ok: false });
    desk.zone.set(`_parley.${name} TXT`, [token]);
    expect((await desk.verify(id)).body).toMatchObject({ status: 'verifying', lastError: `${name} leads nowhere.` });
    desk.zone.set(`${name} CNAME`, ['elsewhere.example']);
    const astray = (await desk.verify(id)).body;
    expect(astray.lastError).toBe(`${name} leads to elsewhere.example, not to edge.parley.example.`);
    expect(astray.records[1]).toMatchObject({ observed: ['elsewhere.example'], ok: false });
    desk.zone.set(`${name} CNAME`, ['Edge.Parley.Example']);
    const { body } = await desk.verify(id);
    expect(body).toMatchObject({ status: 'active', lastError: null });
    expect(body.records.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true]);
  });

  it('429 within a minute of the last time, which names the wait; never the first time', async () => {
    const { id } = await desk.aDomain();
    expect((await desk.call('POST', `/${id}/verify`)).status).toBe(200);
    const { status, body, headers } = await desk.call('POST', `/${id}/verify`);
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('takes the addresses of the service for a route, as of ALIAS records, but not others beside them', async () => {
    const { id, name, token } = await desk.aDomain();
    desk.zone.set(`_parley.${name} TXT`, [token]);
    desk.zone.set(`${name} A`, ['203.0.113.10', '198.51.100.7']);
    expect((await desk.verify(id)).body.status).toBe('verifying');
    desk.zone.set(`${name} A`, ['203.0.113.11']);
    expect((await desk.verify(id)).body.status).toBe('active');
  });

  it.each(['SERVFAIL', 'REFUSED'] as const)('changes no status where the answer is %s', async (failure) => {
    const active = await desk.anActiveDomain();
    desk.zone.set(active.name, failure);
    desk.zone.delete(`${active.name} CNAME`);
    desk.zone.set(`_parley.${active.name} TXT`, failure);
    const { body } = await desk.verify(active.id);
    expect(body).toMatchObject({ status: 'active', lastError: expect.stringContaining('did not answer') });
    expect(body.records[0]).toMatchObject({ observed: ['another text', active.token].sort(), ok: true });
    const { id, name } = await desk.aDomain();
    desk.zone.set(`_parley.${name} TXT`, failure);
    await desk.since(id, 'waiting_since', 30 * DAY);
    expect((await desk.verify(id)).body.status).toBe('pending_dns');
  });

  it('takes a record that one of two name servers has, and misses one only where both say so', async () => {
    const { id, name, token } = await desk.aDomain();
    const withRecords = new Map(desk.zone)
      .set(`_parley.${name} TXT`, [token])
      .set(`${name} CNAME`, ['edge.parley.example']);
    desk.secondZone = withRecords;
    expect((await desk.verify(id)).body.status).toBe('active');
    desk.secondZone = new Map(desk.zone).set(`_parley.${name} TXT`, 'SERVFAIL').set(name, 'SERVFAIL');
    expect((await desk.verify(id)).body).toMatchObject({
      status: 'active',
      lastError: expect.stringContaining('did not answer'),
      records: [{ ok: true }, { ok: true }],
    });
    desk.secondZone = null;
    expect((await desk.verify(id)).body.records).toMatchObject([{ ok: false }, { ok: false }]);
  });

  it('keeps a domain with proved ownership while its DNS cannot be resolved', async () => {
    const { id, name, token } = await desk.aDomain();
    desk.zone.set(`_parley.${name} TXT`, [token]);
    desk.zone.set(name, 'SERVFAIL');
    expect(await desk.checkAgain(id)).toBe('verifying');
    await desk.since(id, 'waiting_since', 30 * DAY);
    expect(await desk.checkAgain(id)).toBe('verifying');
    desk.zone.delete(name);
    expect(await desk.checkAgain(id)).toBe('failed');
  });

  it('gives up after seven days, and begins anew when asked', async () => {
    const { id, name } = await desk.aDomain();
    await desk.since(id, 'waiting_since', 7 * DAY);
    // A new request starts again.
    expect((await desk.verify(id)).body.status).toBe('pending_dns');
    await desk.since(id, 'waiting_since', 7 * DAY);
    await desk.checkAgain(id);
    expect((await desk.call('GET', `/${id}`)).body).toMatchObject({ status: 'failed', nextCheckAt: null });
    expect((await desk.verify(id)).body.status).toBe('pending_dns');
    expect((await desk.register(name)).body.code).toBe('domain_taken');
  });
});

describe('a domain that several workspaces have registered', () => {
  const theirs = async (name: string): Promise<TestDomain & { tenant: DomainTenant }> => {
    const tenant = await desk.aTenant();
    return { ...(await desk.aDomain(name, tenant)), tenant };
  };

  it('goes to the first one that proves it, however often others ask; 409 for a later proof', async () => {
    const squatter = await desk.aDomain();
    const owner = await theirs(squatter.name);
    expect((await desk.verify(squatter.id)).body.status).toBe('pending_dns');
    desk.zone.set(`_parley.${squatter.name} TXT`, [owner.token]);
    expect((await desk.verify(owner.id, owner.tenant)).body.status).toBe('verifying');

    desk.zone.set(`_parley.${squatter.name} TXT`, [owner.token, squatter.token]);
    expect((await desk.verify(squatter.id)).body.code).toBe('domain_taken');
    const lost = await desk.call('GET', `/${squatter.id}`);
    expect([lost.body.status, lost.body.lastError]).toEqual([
      'pending_dns',
      `Another workspace has proved that it owns ${squatter.name}.`,
    ]);
    expect(await desk.checkAgain(squatter.id)).toBe('pending_dns');
    await desk.since(squatter.id, 'waiting_since', 7 * DAY);
    expect(await desk.checkAgain(squatter.id)).toBe('failed');
    expect((await desk.ask(squatter.name)).status).toBe(200);
  });

  it('goes to the next one when the first has removed it', async () => {
    const first = await desk.anActiveDomain();
    await desk.call('DELETE', `/${first.id}`);
    const [second, third] = [await theirs(first.name), await theirs(first.name)];
    desk.zone.set(`_parley.${first.name} TXT`, [second.token, third.token]);
    const replies = await Promise.all([second, third].map(({ id, tenant }) => desk.verify(id, tenant)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner, loser] = replies[0]!.status === 200 ? [second, third] : [third, second];
    await desk.call('DELETE', `/${winner.id}`, undefined, winner.tenant);
    expect((await desk.verify(loser.id, loser.tenant)).body.status).toBe('active');
  });
});

describe('the checks in the background', () => {
  it('make a domain active without a request, and detect that it is lost', async () => {
    const { id, name, token } = await desk.aDomain();
    desk.zone.set(`_parley.${name} TXT`, [token]);
    desk.zone.set(`${name} CNAME`, ['edge.parley.example']);
    await desk.parley.drain();
    expect((await desk.call('GET', `/${id}`)).body.status).toBe('active');

    desk.zone.delete(`${name} CNAME`);
    expect(await desk.checkAgain(id)).toBe('active');
    await desk.since(id, 'lost_since', 3 * DAY);
    expect(await desk.checkAgain(id)).toBe('degraded');
    expect((await desk.ask(name)).status).toBe(200);
    await desk.since(id, 'lost_since', 7 * DAY);
    expect(await desk.checkAgain(id)).toBe('failed');
    expect((await desk.ask(name)).status).toBe(404);
  });
});
