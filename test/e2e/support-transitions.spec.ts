import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { refusalOf } from '../factories/conversation-fixtures';
import { SupportDesk } from '../factories/support-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
});

const KINDS = ['activate', 'wait', 'end', 'reopen'] as const;
type Kind = (typeof KINDS)[number];
const STATES = ['new', 'active', 'waiting', 'ended'] as const;
type State = (typeof STATES)[number];

const VALID: Record<Kind, object> = {
  activate: { kind: 'activate' },
  wait: { kind: 'wait', waitingOn: 'customer' },
  end: { kind: 'end', disposition: 'resolved' },
  reopen: { kind: 'reopen' },
};
const FROM: Record<Kind, readonly State[]> = {
  activate: ['new', 'waiting'],
  wait: ['new', 'active'],
  end: ['new', 'active', 'waiting'],
  reopen: ['ended'],
};
const AFTER: Record<Kind, State> = { activate: 'active', wait: 'waiting', end: 'ended', reopen: 'active' };
const WAY: Record<State, readonly Kind[]> = { new: [], active: ['activate'], waiting: ['wait'], ended: ['end'] };

/** Fields of the kinds, with a value each. */
const VALUES: Record<string, { of: Kind; value: unknown; required: boolean }> = {
  assigneeMemberId: { of: 'activate', value: null, required: false },
  waitingOn: { of: 'wait', value: 'internal', required: true },
  resumeAt: { of: 'wait', value: null, required: false },
  disposition: { of: 'end', value: 'other', required: true },
  note: { of: 'end', value: 'Done.', required: false },
};

async function aRequestThatIs(state: State): Promise<{ id: string; version: number }> {
  const { id } = await desk.request();
  for (const kind of WAY[state]) expect((await desk.transition(id, VALID[kind])).status).toBe(200);
  return desk.get(id);
}

const allRows = async (): Promise<unknown> => {
  const tables = ['support_requests', 'support_request_history', 'sla_clocks', 'sla_clock_events', 'conversations'];
  const rows = tables.map((table) =>
    parley.database.query(`SELECT * FROM ${table} r WHERE workspace_id = $1 ORDER BY r::text`, [
      desk.inbox.workspace.id,
    ]),
  );
  return JSON.stringify(await Promise.all(rows));
};

describe('every kind in every state', () => {
  describe.each(STATES)('that is %s', (state) => {
    it.each(KINDS)('%s', async (kind) => {
      const { id, version } = await aRequestThatIs(state);
      const before = await allRows();
      const isAllowed = FROM[kind].includes(state);

      // The version is checked first: an outdated caller gets 409.
      const late = await desk.transition(id, VALID[kind], { expectedVersion: version + 1 });
      expect([late.status, late.body]).toEqual([
        409,
        {
          error: expect.any(String),
          code: 'version_conflict',
          details: [expect.objectContaining({ path: '/expectedVersion', currentVersion: version })],
        },
      ]);
      // Each field where it belongs and where it does not, absent and present.
      for (const [field, { of, value, required }] of Object.entries(VALUES)) {
        if (of === kind && !required) continue;
        const wrong = { ...VALID[kind], [field]: of === kind ? undefined : value };
        // An invalid transition is reported before an outdated version.
        for (const expectedVersion of [version, version + 1]) {
          const refused = await desk.transition(id, wrong, { expectedVersion });
          expect([field, ...refusalOf(refused)]).toEqual([field, 400, 'validation_failed', `/transition/${field}`]);
          expect(Object.keys(refused.body)).toEqual(['error', 'code', 'details']);
          expect(refused.body.details).toHaveLength(1);
        }
      }
      expect(await allRows()).toBe(before);

      const answer = await desk.transition(id, VALID[kind]);
      if (!isAllowed) {
        const allowed = KINDS.filter((one) => FROM[one].includes(state));
        expect([answer.status, answer.body]).toEqual([
          409,
          {
            error: expect.any(String),
            code: 'invalid_transition',
            details: [expect.objectContaining({ path: '/transition/kind', from: state, kind, allowed })],
          },
        ]);
        expect(await allRows()).toBe(before);
        return;
      }
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(['supportRequest', 'transition']);
      expect(answer.body.supportRequest).toMatchObject({ id, state: AFTER[kind], version: version + 1 });
      expect(Object.keys(answer.body.transition)).toEqual([
        ...[
          'id',
          'kind',
          'fromState',
          'toState',
          'reason',
          'occurredAt',
          'recordedAt',
          'actorMemberId',
          'versionAfter',
        ],
      ]);
      expect(answer.body.transition).toMatchObject({ kind, fromState: state, toState: AFTER[kind] });
      expect(answer.body.supportRequest).toEqual(await desk.get(id));

      for (const [field, { of, value }] of Object.entries(VALUES)) {
        if (of !== kind) continue;
        const other = await aRequestThatIs(state);
        const withField = await desk.transition(other.id, { ...VALID[kind], [field]: value });
        expect([field, withField.status]).toEqual([field, 200]);
      }
    });
  });
});

describe('what a transition says', () => {
  it('activate assigns, wait says for what, end how, and reopen begins anew', async () => {
    const { id } = await desk.request();
    const { memberId } = desk.inbox.author;
    const activated = await desk.transition(id, { kind: 'activate', assigneeMemberId: memberId });
    expect(activated.body.supportRequest).toMatchObject({ assigneeMemberId: memberId, waitingOn: null });
    const resumeAt = new Date(Date.now() + 60_000).toISOString();
    const waiting = await desk.transition(id, { kind: 'wait', waitingOn: 'third_party', resumeAt });
    expect(waiting.body.supportRequest).toMatchObject({
      waitingOn: 'third_party',
      resumeAt,
      assigneeMemberId: memberId,
    });
    const ended = await desk.transition(id, { kind: 'end', disposition: 'duplicate', note: 'See the other.' });
    const { supportRequest, transition } = ended.body;
    expect(supportRequest.disposition).toEqual({
      code: 'duplicate',
      note: 'See the other.',
      at: transition.occurredAt,
      memberId,
    });
    expect(supportRequest).toMatchObject({ endedAt: transition.occurredAt, waitingOn: null, resumeAt: null });
    const reopened = await desk.transition(id, { kind: 'reopen' });
    expect(reopened.body.supportRequest).toMatchObject({
      disposition: null,
      endedAt: null,
      episodeNumber: 2,
      openedAt: reopened.body.transition.occurredAt,
    });
    expect(await desk.history(id)).toMatchObject([
      { kind: 'open', fromState: null, toState: 'new', versionAfter: 1 },
      { kind: 'activate', changes: { assigneeMemberId: memberId }, versionAfter: 2 },
      { kind: 'wait', waitingOn: 'third_party', resumeAt, versionAfter: 3 },
      { kind: 'end', disposition: { code: 'duplicate', note: 'See the other.' }, versionAfter: 4 },
      { kind: 'reopen', episodeNumber: 2, versionAfter: 5 },
    ]);
  });

  it('ending the last one lets the conversation be closed, and reopening one opens it', async () => {
    const { id, conversationId } = await desk.request();
    await desk.transition(id, VALID.end);
    const live = await desk.call('GET', `/inbox/${conversationId}/support-requests/live`);
    expect(live.body).toEqual({ conversationId, supportRequests: [], canClose: true });
    const { version: expectedVersion } = (await desk.call('GET', `/inbox/${conversationId}`)).body;
    expect((await desk.call('POST', `/inbox/${conversationId}/close`, { expectedVersion })).status).toBe(200);
    await desk.transition(id, VALID.reopen);
    const { body } = await desk.call('GET', `/inbox/${conversationId}`);
    expect(body).toMatchObject({ status: 'open', liveSupportRequestCount: 1 });
  });

  it('leaves nothing live in a conversation that is closed concurrently', async () => {
    for (let n = 0; n < 6; n++) {
      const { id, conversationId } = await desk.request();
      await desk.transition(id, VALID.end);
      const { version: expectedVersion } = (await desk.call('GET', `/inbox/${conversationId}`)).body;
      const close = () => desk.call('POST', `/inbox/${conversationId}/close`, { expectedVersion });
      const open = () => desk.call('POST', '/support-requests', { conversationId });
      const answers = await Promise.all((n % 2 === 0 ? [open, close] : [close, open]).map((ask) => ask()));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const { status } = (await desk.call('GET', `/inbox/${conversationId}`)).body;
      const { body: live } = await desk.call('GET', `/inbox/${conversationId}/support-requests/live`);
      expect([status, live.canClose, live.supportRequests.length]).toEqual(['open', false, 1]);
    }
  });

  it('400 for what cannot be', async () => {
    const { id, stateSince } = await desk.request();
    const at = (milliseconds: number, from = Date.now()): string => new Date(from + milliseconds).toISOString();
    const refused = async (transition: object, more: object = {}) =>
      refusalOf(await desk.transition(id, transition, more));
    const invalid = (path: string) => [400, 'validation_failed', path];
    const tooEarly = { occurredAt: at(-1, Date.parse(stateSince)) };
    expect(await refused(VALID.activate, tooEarly)).toEqual(invalid('/occurredAt'));
    expect(await refused(VALID.activate, { occurredAt: at(6 * 60_000) })).toEqual(invalid('/occurredAt'));
    expect(await refused(VALID.activate, { occurredAt: '2026-01-15T09:30:00+00:00' })).toEqual(invalid('/occurredAt'));
    expect(await refused({ ...VALID.wait, resumeAt: at(-1) })).toEqual(invalid('/transition/resumeAt'));
    expect(await refused({ ...VALID.wait, resumeAt: at(367 * 86_400_000) })).toEqual(invalid('/transition/resumeAt'));
    expect(await refused({ kind: 'pause' })).toEqual(invalid('/transition/kind'));
    expect(await refused(VALID.activate, { reason: '' })).toEqual(invalid('/reason'));
    expect(await refused(VALID.activate, { idempotencyKey: 'x'.repeat(201) })).toEqual(invalid('/idempotencyKey'));
    expect(await refused(VALID.activate, { extra: 1 })).toEqual(invalid('/extra'));
    const { memberId: assigneeMemberId } = await desk.inbox.member([]);
    expect(await refused({ kind: 'activate', assigneeMemberId })).toEqual([
      ...[400, 'association_invalid', '/transition/assigneeMemberId'],
    ]);
    expect((await desk.transition(id, VALID.activate, { occurredAt: at(4 * 60_000) })).status).toBe(200);
  });

  it('is never without a reason', () => {
    const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'));
    for (const schema of ['TransitionSupportRequestInput', 'Transition']) {
      expect([schema, components.schemas[schema].properties.reason.minLength]).toEqual([schema, 1]);
    }
  });

  it('404 for callers who do not see the agent, and for the request of another workspace', async () => {
    const { id } = await desk.request();
    const restricted = await desk.inbox.member([]);
    const body = { expectedVersion: 1, idempotencyKey: 'k', reason: 'r', occurredAt: new Date().toISOString() };
    const path = `/support-requests/${id}/transitions`;
    const answer = await desk.call('POST', path, { ...body, transition: VALID.activate }, restricted);
    expect(refusalOf(answer)).toEqual([404, 'not_found', undefined]);
    const other = await SupportDesk.open(parley);
    expect((await other.call('POST', path, { ...body, transition: VALID.activate })).status).toBe(404);
  });
});

describe('a retry', () => {
  it('gets the first response, regardless of later changes', async () => {
    const { id } = await desk.request();
    const occurredAt = new Date().toISOString();
    const more = { idempotencyKey: 'the-key', occurredAt, expectedVersion: 1 };
    const first = await desk.transition(id, VALID.activate, more);
    await desk.transition(id, VALID.wait);
    const again = await desk.transition(id, VALID.activate, more);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(await desk.history(id)).toHaveLength(3);
  });

  it('409 with the key of another transition; the keys of others and of other requests are free', async () => {
    const [{ id }, { id: other }] = [await desk.request(), await desk.request()];
    const idempotencyKey = randomUUID();
    await desk.transition(id, VALID.activate, { idempotencyKey });
    expect(refusalOf(await desk.transition(id, VALID.wait, { idempotencyKey }))).toEqual([
      ...[409, 'idempotency_key_reused', '/idempotencyKey'],
    ]);
    expect((await desk.transition(other, VALID.activate, { idempotencyKey })).status).toBe(200);
    const colleague = await desk.inbox.member();
    const occurredAt = new Date().toISOString();
    const body = { expectedVersion: 2, idempotencyKey, reason: 'r', occurredAt, transition: VALID.wait };
    expect((await desk.call('POST', `/support-requests/${id}/transitions`, body, colleague)).status).toBe(200);
  });

  it('a refused request does not keep its key', async () => {
    const { id } = await desk.request();
    const more = { idempotencyKey: 'again', occurredAt: new Date().toISOString() };
    expect((await desk.transition(id, VALID.activate, { ...more, expectedVersion: 9 })).status).toBe(409);
    expect((await desk.transition(id, VALID.activate, { ...more, expectedVersion: 1 })).status).toBe(200);
  });

  it('of many at once one is made, and all retries are answered alike', async () => {
    const { id } = await desk.request();
    const occurredAt = new Date().toISOString();
    const attempt = (idempotencyKey: string) =>
      desk.transition(id, VALID.activate, { idempotencyKey, expectedVersion: 1, occurredAt });
    const keys = Array.from({ length: 20 }, (_, n) => `key-${n % 5}`);
    const answers = await Promise.all(keys.map(attempt));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(4);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ body }) => body.code === 'version_conflict')).toHaveLength(16);
    expect((await desk.history(id)).map(({ versionAfter }) => versionAfter)).toEqual([1, 2]);
  });
});
