import { createHash } from 'node:crypto';
import type { Random } from '../../bench/support/random';
import { newId } from '../../src/common/database/uuid';
import type { RetentionDays } from '../../src/retention/retention.types';
import { withClient } from '../support/database/whole-database';
import type { Parley } from '../support/parley';
import { aHelpDesk, type HelpDesk } from './help-desk-fixtures';
import { aMail, intakeOf, takeIn } from './mail';
import { workOn } from './worked-on-conversation';

/** Tables of which a conversation consists, each after those that it refers to, and the column that says of what a row is. */
const OF_CONVERSATION = {
  conversations: 'id',
  chat_turns: 'conversation_id',
  knowledge_gaps: 'conversation_id',
  messages: 'conversation_id',
  message_attachments: 'conversation_id',
  replies: 'conversation_id',
  reply_revisions: 'conversation_id',
  inbox_notes: 'conversation_id',
  inbox_reads: 'conversation_id',
  copilot_suggestions: 'conversation_id',
  support_requests: 'conversation_id',
  support_request_history: 'support_request_id',
};
/** Their rows may go before the conversation does. */
const BY_THEMSELVES = new Set(['chat_turns', 'knowledge_gaps', 'inbound_mails']);
/** They change meanwhile: counters, which are compared with what they count, and when a key was used last. */
const CHANGING = [
  ...['retention_settings', 'agent_counters', 'workspace_keys'],
  ...['event_logs', 'inbox_events', 'workspace_events'],
];
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const DAY_MS = 86_400_000;

/** `$1` workspace. */
const COUNTED = `SELECT count(DISTINCT c.id) AS conversation_count, count(m.id) AS message_count,
    (SELECT count(*) FROM support_requests r WHERE r.workspace_id = $1 AND r.state = 'ended') AS ended_request_count
  FROM conversations c LEFT JOIN messages m ON m.workspace_id = c.workspace_id AND m.conversation_id = c.id
  WHERE c.workspace_id = $1`;

type Json = Record<string, unknown>;

/** A copy of the conversation. */
interface Copy {
  id: string;
  /** All ids that are its own: of its rows, and of the mail that it came with. */
  ids: ReadonlySet<string>;
  isOld: boolean;
}

interface Row {
  table: string;
  text: string;
  ids: readonly string[];
}

/**
 * A workspace with copies, of every age, of a conversation in which something of every kind has happened. What has to go of them
 * is known by the ids that stand in a row, not by how the service finds it.
 */
export class AgedDesk {
  private before: Row[] = [];
  private readonly copies = new Map<string, Copy>();
  /** Turns, gaps and mails that have to go by themselves. */
  private readonly oldRows = new Set<string>();

  private constructor(
    private readonly parley: Parley,
    private readonly desk: HelpDesk,
    private readonly original: ReadonlyMap<string, readonly Json[]>,
    private readonly mail: Json,
  ) {}

  static async open(parley: Parley): Promise<AgedDesk> {
    const desk = await aHelpDesk(parley);
    const { id } = desk.workspace;
    const call = async (method: string, path: string, body: object): Promise<Json> => {
      const reply = await parley.call(method, `/workspaces/${id}${path}`, { token: desk.admin.secret, body });
      if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
      return reply.body as Json;
    };
    await call('PATCH', `/agents/${desk.agent.id}`, { learningConfig: { captureEnabled: true } });
    const { body } = await desk.chat({ message: 'Which galaxy is the largest?', user: { externalId: 'ann' } });
    const conversationId = body.conversationId as string;
    await workOn(parley, desk, conversationId, 'quokkas');
    const request = await call('POST', '/support-requests', { conversationId });
    await takeIn(parley, aMail(), { recipient: intakeOf(parley, desk.agent) });
    // Nothing is left to do in it.
    const settled = [
      `UPDATE support_requests SET state = 'ended', disposition_code = 'other', ended_at = now() WHERE workspace_id = $1`,
      `UPDATE conversations SET live_support_request_count = 0 WHERE workspace_id = $1`,
      `UPDATE replies SET status = 'sent', sent_at = now() WHERE workspace_id = $1`,
    ];
    for (const sql of settled) await parley.database.query(sql, [id]);
    await parley.drain();
    const rowsOf = async (table: string, condition: string, of: unknown): Promise<Json[]> => {
      const sql = `SELECT row_to_json(t) AS row FROM ${table} t WHERE workspace_id = $1 AND ${condition}`;
      return (await parley.database.query<{ row: Json }[]>(sql, [id, of])).map(({ row }) => row);
    };
    const original = new Map<string, Json[]>();
    for (const [table, column] of Object.entries(OF_CONVERSATION)) {
      const of = column === 'support_request_id' ? request['id'] : conversationId;
      const rows = await rowsOf(table, `${column} = $2`, of);
      if (rows.length === 0) throw new Error(`The conversation has nothing in ${table}.`);
      original.set(table, rows);
    }
    const [mail] = await rowsOf('inbound_mails', 'agent_id = $2', desk.agent.id);
    return new AgedDesk(parley, desk, original, mail!);
  }

  /** Adds so many conversations. What is older than these days has to go from now on. */
  async fill(random: Random, { many, days }: { many: number; days: Partial<RetentionDays> }): Promise<void> {
    const rows = new Map<string, Json[]>(
      [...Object.keys(OF_CONVERSATION), 'inbound_mails'].map((table) => [table, []]),
    );
    for (let n = 0; n < many; n++) this.copy(random, days, rows);
    for (const [table, some] of rows) {
      const sql = `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`;
      await this.parley.database.query(sql, [JSON.stringify(some)]);
    }
    await this.parley.database.query(
      `UPDATE agent_counters SET (conversation_count, message_count, ended_request_count) = (${COUNTED}) WHERE workspace_id = $1`,
      [this.desk.workspace.id],
    );
    this.before = await this.read();
    const { admin, workspace } = this.desk;
    const path = `/workspaces/${workspace.id}/retention`;
    const reply = await this.parley.call('PATCH', path, { token: admin.secret, body: days });
    if (reply.status !== 200) throw new Error(reply.text);
  }

  /** Each conversation is there with all that is its own, or nothing of it is there. */
  async expectNoHalves(): Promise<void> {
    const there = await this.read();
    const conversations = new Set(
      there.filter(({ table }) => table === 'conversations').map((row) => this.copyOf(row)),
    );
    const isOfOneThere = (row: Row): boolean => conversations.has(this.copyOf(row));
    const whole = this.before.filter((row) => this.copyOf(row) && isOfOneThere(row) && !this.goesByItself(row));
    const found = there.filter((row) => this.copyOf(row) && !(isOfOneThere(row) && this.goesByItself(row)));
    expect(textsOf(found)).toEqual(textsOf(whole));
  }

  /** All is gone that has to go, and nothing else. */
  async expectExactly(): Promise<void> {
    const stays = this.before.filter((row) => !this.copyOf(row)?.isOld && !this.goesByItself(row));
    expect(textsOf(await this.read())).toEqual(textsOf(stays));
    const of = [this.desk.workspace.id];
    const counters = `SELECT conversation_count, message_count, ended_request_count FROM agent_counters WHERE workspace_id = $1`;
    const run = (sql: string): Promise<object[]> => this.parley.database.query(sql, of);
    expect(await run(counters)).toEqual(await run(COUNTED));
  }

  private copy(random: Random, days: Partial<RetentionDays>, rows: Map<string, Json[]>): void {
    const conversation = aged(random, days.conversationDays);
    // What is open, or waited for, stays however old it is.
    const isOver = random() < 0.8;
    const isOld = conversation.isOld && isOver;
    const renamed = new Map<string, string>();
    for (const table of Object.keys(OF_CONVERSATION)) {
      for (const { id } of this.original.get(table)!) if (id !== undefined) renamed.set(String(id), newId());
    }
    const dated: Record<string, { at: string; isOld: boolean }> = {
      chat_turns: aged(random, days.turnDays),
      knowledge_gaps: aged(random, days.gapDays),
      inbound_mails: aged(random, days.mailDays),
    };
    const copied = (row: Json): Json =>
      JSON.parse(JSON.stringify(row).replace(UUID, (id) => renamed.get(id) ?? id)) as Json;
    for (const [table, originals] of this.original) {
      for (const original of originals) {
        const row = copied(original);
        if (table in dated) row['created_at'] = dated[table]!.at;
        if (table === 'copilot_suggestions') row['request_id'] = newId();
        if (table === 'conversations') {
          Object.assign(
            row,
            isOver || random() < 0.5
              ? { status: 'closed', closed_at: conversation.at }
              : { status: 'open', closed_at: null },
          );
          if (!isOver && row['status'] === 'closed') row['live_support_request_count'] = 1;
        }
        rows.get(table)!.push(row);
      }
    }
    const mailId = newId();
    const identity = `\\x${createHash('sha256').update(mailId).digest('hex')}`;
    const id = renamed.get(String(this.original.get('conversations')![0]!['id']))!;
    const received = { received_at: dated['inbound_mails']!.at, finished_at: dated['inbound_mails']!.at };
    rows
      .get('inbound_mails')!
      .push({ ...this.mail, id: mailId, identity, conversation_id: id, message_id: null, ...received });
    for (const [table, { isOld: goes }] of Object.entries(dated)) {
      if (!goes) continue;
      if (table === 'inbound_mails') this.oldRows.add(mailId);
      else for (const { id: original } of this.original.get(table)!) this.oldRows.add(renamed.get(String(original))!);
    }
    const ids = new Set([...renamed.values(), mailId]);
    const made = { id, ids, isOld };
    for (const own of ids) this.copies.set(own, made);
  }

  /** A message names its turn, and does not go with it. */
  private goesByItself({ table, ids }: Row): boolean {
    return BY_THEMSELVES.has(table) && ids.some((id) => this.oldRows.has(id));
  }

  private copyOf({ ids }: Row): Copy | undefined {
    for (const id of ids) {
      const copy = this.copies.get(id);
      if (copy) return copy;
    }
    return undefined;
  }

  /** All rows of the workspace, at one moment. */
  private read(): Promise<Row[]> {
    return withClient(this.parley.databaseUrl, async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND column_name = 'workspace_id' AND table_name <> ALL ($1)`,
        [CHANGING],
      );
      const rows: Row[] = [];
      for (const { name } of tables) {
        const sql = `SELECT t::text AS text FROM ${name} t WHERE workspace_id = $1`;
        const found = await client.query<{ text: string }>(sql, [this.desk.workspace.id]);
        rows.push(...found.rows.map(({ text }) => ({ table: name, text, ids: text.match(UUID) ?? [] })));
      }
      return rows;
    });
  }
}

/** A time on one side of the limit or the other, and never near it: a test that waits makes nothing old. */
function aged(random: Random, limit: number | null | undefined): { at: string; isOld: boolean } {
  const isOld = random() < 0.7;
  const days = isOld ? (limit ?? 1) + 1 / 24 + random() * 20 : random() * ((limit ?? 20) - 1);
  return { at: new Date(Date.now() - days * DAY_MS).toISOString(), isOld: isOld && typeof limit === 'number' };
}

const textsOf = (rows: readonly Row[]): string[] => rows.map(({ table, text }) => `${table} ${text}`).sort();
