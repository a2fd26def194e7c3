import { randomUUID } from 'node:crypto';
import { anAccount } from '../factories/account';
import { ContactDesk, contactIdsOf, refusalOf } from '../factories/contact-fixtures';
import { aCredential } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';
import { WRONG, WRONG_TEXT } from './contact-cases';

let parley: Parley;
let owner: { secret: string };
let desk: ContactDesk;

beforeAll(async () => {
  parley = await startParley();
  owner = await aCredential(parley, await anAccount(parley));
});
afterAll(() => parley.stop());

beforeEach(async () => {
  desk = await ContactDesk.open(parley, owner);
});

describe('updateContactProfile', () => {
  it('200 changes what is supplied alone, and says when', async () => {
    const made = await desk.contact({
      name: 'Ann',
      email: 'ann@example.com',
      company: 'ACME',
      attributes: { plan: 'gold' },
    });
    const { status, body } = await desk.update(made.id, { phone: '+1 415 555 2671', company: null });
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, phone: '+14155552671', company: null, updatedAt: expect.any(String) });
    expect(body.updatedAt > made.updatedAt).toBe(true);
    expect((await desk.read(made.id)).body.contact).toEqual(body);
  });

  it('200 an empty change changes nothing', async () => {
    const made = await desk.contact();
    for (const body of [{}, '{}']) expect((await desk.update(made.id, body)).body).toEqual(made);
  });

  it('clears each field with null', async () => {
    const fields = {
      externalId: 'x',
      email: 'ann@example.com',
      phone: '+14155552671',
      company: 'x',
      locale: 'fr',
      timezone: 'UTC',
      notes: 'x',
    };
    const made = await desk.contact(fields);
    for (const field of Object.keys(fields)) {
      expect((await desk.update(made.id, { [field]: null })).body).toMatchObject({ name: 'Ann Lee', [field]: null });
    }
    expect((await desk.update(made.id, { notes: '' })).body.notes).toBe('');
  });

  it('400 for a change that would leave the contact unidentified', async () => {
    const { id } = await desk.contact({ email: 'ann@example.com' });
    expect((await desk.update(id, { name: null })).status).toBe(200);
    expect(refusalOf(await desk.update(id, { email: null }))).toEqual([400, 'validation_failed', '']);
    expect((await desk.update(id, { email: null, externalId: 'x' })).body).toMatchObject({
      email: null,
      externalId: 'x',
    });
    expect(refusalOf(await desk.update(id, { externalId: null, company: 'x' }))).toEqual([
      400,
      'validation_failed',
      '',
    ]);
    expect((await desk.read(id)).body.contact).toMatchObject({ externalId: 'x', company: null });
  });

  it('merges attributes; one that is null goes; 100 are the most after that', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`a${n}`, n]));
    const { id } = await desk.contact({ attributes: many });
    const none = await desk.update(id, { attributes: { more: true } });
    expect(refusalOf(none)).toEqual([400, 'validation_failed', '/attributes']);
    const { body } = await desk.update(id, { attributes: { a0: null, more: true, a1: 'one', never: null } });
    expect(body.attributes).toEqual({ ...many, a0: undefined, more: true, a1: 'one' });
    expect(Object.keys(body.attributes)).toHaveLength(100);
    expect((await desk.update(id, { attributes: {} })).body.attributes).toEqual(body.attributes);
    const cleared = Object.fromEntries(Object.keys(body.attributes).map((name) => [name, null]));
    expect((await desk.update(id, { attributes: cleared })).body.attributes).toEqual({});
  });

  it.each(WRONG)('400 %#: %j', async (wrong, pointer, code = 'validation_failed') => {
    const made = await desk.contact();
    expect(refusalOf(await desk.update(made.id, wrong))).toEqual([400, code, pointer]);
    expect((await desk.read(made.id)).body.contact).toEqual(made);
  });

  it.each(WRONG_TEXT)('400 %s', async (fields, pointer) => {
    const { id } = await desk.contact();
    expect(refusalOf(await desk.update(id, fields))).toEqual([400, 'validation_failed', pointer]);
  });

  it('400 association_invalid for an externalId that is taken, even where 20 want it at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => desk.contact()));
    const replies = await Promise.all(made.map(({ id }) => desk.update(id, { externalId: 'one' })));
    const [won, ...more] = replies.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    for (const reply of replies.filter((one) => one !== won)) {
      expect(refusalOf(reply)).toEqual([400, 'association_invalid', '/externalId']);
    }
    expect((await desk.update(won!.body.id, { externalId: 'one', name: 'Same' })).status).toBe(200);
  });

  it('lets changes of one contact follow each other, so that none is lost', async () => {
    const { id } = await desk.contact();
    await Promise.all(Array.from({ length: 30 }, (_, n) => desk.update(id, { attributes: { [`a${n}`]: n } })));
    expect(Object.keys((await desk.read(id)).body.contact.attributes)).toHaveLength(30);
  });

  it('is found by what it says now, and no longer by what it said', async () => {
    const { id } = await desk.contact({ name: 'Before' });
    await desk.indexed();
    await desk.update(id, { name: 'After' });
    for (const moment of ['before', 'after']) {
      if (moment === 'after') await desk.indexed();
      for (const search of ['bef', 'before']) expect((await desk.list({ search })).body.total).toBe(0);
      for (const search of ['aft', 'after']) expect(contactIdsOf(await desk.list({ search }))).toEqual([id]);
    }
  });

  it('403 for a restricted member where others share the contact', async () => {
    const [mine, other] = [await desk.agent(), await desk.agent()];
    const member = await desk.restricted(mine);
    for (const agentIds of [[], [mine, other]]) {
      const made = await desk.contact({ agentIds });
      for (const body of [{ name: 'Mine' }, {}, { agentIds: [mine] }]) {
        expect(refusalOf(await desk.update(made.id, body, member))).toEqual([403, 'agent_not_accessible', '/agentIds']);
      }
      expect((await desk.read(made.id)).body.contact).toEqual(made);
    }
  });

  it('lets a restricted member change their own, but not assign it to others or to no agent', async () => {
    const [first, second, other] = [await desk.agent(), await desk.agent(), await desk.agent()];
    const member = await desk.restricted(first, second);
    const { id } = await desk.contact({ agentIds: [first] });
    expect((await desk.update(id, { name: 'Mine', agentIds: [second, first] }, member)).body).toMatchObject({
      name: 'Mine',
      agentIds: [second, first],
    });
    for (const agentIds of [[other], [first, other], [randomUUID()]]) {
      expect(refusalOf(await desk.update(id, { agentIds }, member))).toEqual([400, 'association_invalid', '/agentIds']);
    }
    expect(refusalOf(await desk.update(id, { agentIds: [] }, member))).toEqual([
      403,
      'agent_not_accessible',
      '/agentIds',
    ]);
    expect((await desk.read(id)).body.contact.agentIds).toEqual([second, first]);
  });

  it('404 alike for a hidden contact, a foreign one and none, for any body', async () => {
    await desk.expectAllHiddenAlike((id, by) => desk.update(id, { name: 'Mine' }, by));
    await desk.expectAllHiddenAlike((id, by) => desk.update(id, { blocked: 'maybe' }, by));
  });
});
