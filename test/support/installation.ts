import { aConversation } from '../factories/conversation';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { CountingMailServer } from './counting-mail-server';
import { DatabaseProxy } from './database/database-proxy';
import { type LogLine, linesOf } from './log-lines';
import { type Parley, startParley } from './parley';
import { freePort } from './ports';
import { Scrape } from './scrape';
import { SpawnedService } from './spawned-service';
import { Traffic } from './traffic';

/** The service in a process of its own, with its database and its mail server at the end of lines that can be cut. */
export class Installation {
  private constructor(
    readonly parley: Parley,
    readonly desk: HelpDesk,
    readonly database: DatabaseProxy,
    readonly mails: CountingMailServer,
    /** Knows nothing of PostgreSQL but how to refuse. */
    readonly mailLine: DatabaseProxy,
    private readonly inbox: string,
  ) {}

  static async open(through?: (databaseUrl: string) => Promise<string>): Promise<Installation> {
    const parley = await startParley({ through });
    const desk = await aHelpDesk(parley);
    const { id } = await aConversation(parley, desk.agent, { user: { externalId: 'ann', email: 'ann@example.com' } });
    await parley.call('PATCH', '/account/preferences', { token: desk.admin.secret, body: { undoSendSeconds: 0 } });
    const mails = await CountingMailServer.start();
    return new Installation(
      ...([parley, desk, await DatabaseProxy.before(parley.databaseUrl), mails] as const),
      ...([await DatabaseProxy.before(mails.url), `/workspaces/${desk.workspace.id}/inbox/${id}/messages`] as const),
    );
  }

  async start(settings: Record<string, string> = {}): Promise<RunningService> {
    const management = await freePort();
    const service = await SpawnedService.start({
      DATABASE_URL: this.database.url,
      SMTP_URL: `smtp://127.0.0.1:${new URL(this.mailLine.url).port}`,
      SECRET_KEY: this.parley.settings.values.SECRET_KEY,
      MANAGEMENT_PORT: String(management),
      ...settings,
    });
    return new RunningService(service, management);
  }

  traffic({ service: { url } }: RunningService, customers = 3): Traffic {
    const { workspace, agent, key, admin } = this.desk;
    const chat = { path: `/workspaces/${workspace.id}/agents/${agent.id}/chat`, token: key.secret };
    return new Traffic({ url, customers, chat, replies: { path: this.inbox, token: admin.secret } });
  }

  /** Replies by their status. */
  async statuses(ids: readonly string[]): Promise<Record<string, number>> {
    const rows = await this.parley.database.query<{ status: string; number: number }[]>(
      'SELECT status, count(*)::int AS number FROM replies WHERE message_id = ANY ($1) GROUP BY 1',
      [ids],
    );
    return Object.fromEntries(rows.map(({ status, number }) => [status, number]));
  }

  /** Of replies, how often each has arrived. */
  arrivals(ids: readonly string[]): number[] {
    const counts = this.mails.counts();
    return ids.map((id) => counts.get(`<${id}.0@localhost>`) ?? 0);
  }

  async close(): Promise<void> {
    await this.parley.stop();
    await this.database.close();
    await this.mailLine.close();
    await this.mails.stop();
  }
}

export class RunningService {
  private read = 0;

  constructor(
    readonly service: SpawnedService,
    private readonly management: number,
  ) {}

  /** Status, and the reason where it is not 200. */
  async health(path: 'live' | 'ready'): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.management}/health/${path}`);
    const { details } = (await response.json()) as { details?: { code: string }[] };
    return [response.status, ...(details ?? []).map(({ code }) => code)].join(' ');
  }

  metrics(): Promise<Scrape> {
    return Scrape.at(this.management);
  }

  /** What the log has said since it was last asked, but for the lines of requests: each message once, with its codes. */
  messages(): string[] {
    const lines = linesOf(this.service.lines.slice(this.read).join('\n')).filter(({ level }) => Number(level) >= 40);
    this.read = this.service.lines.length;
    return [...new Set(lines.map(wordsOf))].sort();
  }
}

function wordsOf({ msg, code, err, outcome, class: kind }: LogLine): string {
  const { code: cause, type } = (err ?? {}) as { code?: string; type?: string };
  return [msg, ...[code, cause ?? type, outcome, kind].filter((word) => word !== undefined)].join(' ');
}
