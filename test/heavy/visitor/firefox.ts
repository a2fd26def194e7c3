import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'undici';

export const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

interface Place {
  context: string;
  url: string;
  children: Place[] | null;
}

interface Answer {
  id: number;
  type: string;
  result: never;
  message: string;
  params: LogEntry;
}

interface LogEntry {
  level: string;
  text: string | null;
}

/** Firefox by WebDriver BiDi, as much of it as is needed: Playwright asks released versions for what they do not have. */
export class Firefox {
  private readonly waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  private lastId = 0;
  heard: ((entry: LogEntry) => void) | null = null;

  private constructor(
    private readonly process: ChildProcess,
    private readonly profile: string,
    private readonly socket: WebSocket,
  ) {
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.type === 'event') return this.heard?.(answer.params);
      const call = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if (answer.type === 'success') call?.resolve(answer.result);
      else call?.reject(new Error(answer.message));
    });
  }

  static async launch(): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
    // Nothing is fetched that the tests do not ask for.
    const preferences = { 'app.update.disabledForTesting': true, 'network.captive-portal-service.enabled': false };
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const flags = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile];
    const child = spawn(FIREFOX!, flags, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile },
    });
    const address = await addressOf(child);
    const socket = new WebSocket(`${address}/session`);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('Firefox takes no connection')));
    });
    const firefox = new Firefox(child, profile, socket);
    await firefox.send('session.new', { capabilities: {} });
    return firefox;
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    await this.send('browser.close', {}).catch(() => this.process.kill('SIGKILL'));
    await gone;
    rmSync(this.profile, { recursive: true, force: true });
  }

  /** The tab that is open from the start. */
  async tab(): Promise<Tab> {
    const { contexts } = await this.send<{ contexts: Place[] }>('browsingContext.getTree', {});
    return new Tab(this, contexts[0]!.context);
  }

  send<T>(method: string, params: object): Promise<T> {
    const id = ++this.lastId;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

/** A page, or a frame in one. */
export class Tab {
  /** Errors of pages and violations of their policies, once they are collected. */
  readonly problems: string[] = [];

  constructor(
    private readonly firefox: Firefox,
    readonly context: string,
  ) {}

  /** From now on, in every page that this tab opens. */
  async collect(): Promise<void> {
    this.firefox.heard = ({ level, text }) => void (level === 'error' && this.problems.push(text ?? ''));
    await this.firefox.send('session.subscribe', { events: ['log.entryAdded'] });
    await this.firefox.send('script.addPreloadScript', {
      functionDeclaration:
        "() => addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))",
    });
  }

  async visit(url: string): Promise<void> {
    await this.firefox.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  async reload(): Promise<void> {
    await this.firefox.send('browsingContext.reload', { context: this.context, wait: 'complete' });
  }

  /** The value of an expression: text, number, boolean or null. */
  async evaluate<T>(expression: string): Promise<T> {
    const target = { context: this.context };
    const answer = await this.firefox.send<{ result?: { value?: T }; exceptionDetails?: { text: string } }>(
      'script.evaluate',
      { expression, target, awaitPromise: true, userActivation: true },
    );
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result?.value as T;
  }

  /** Until the expression is true. */
  async until(expression: string): Promise<void> {
    for (let round = 0; round < 600; round++) {
      if (await this.evaluate<boolean>(`Boolean(${expression})`).catch(() => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`Firefox still waits for ${expression}`);
  }

  /** The frame of a document at an address that contains this, once there is one. */
  async frame(part: string): Promise<Tab> {
    for (let round = 0; round < 600; round++) {
      const root = this.context;
      const { contexts } = await this.firefox.send<{ contexts: Place[] }>('browsingContext.getTree', { root });
      const found = contexts[0]?.children?.find(({ url }) => url.includes(part));
      if (found) return new Tab(this.firefox, found.context);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`There is no frame of ${part}`);
  }

  /** Presses keys like a user, one after the other. */
  async type(text: string): Promise<void> {
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    const source = { type: 'key', id: 'keyboard', actions };
    await this.firefox.send('input.performActions', { context: this.context, actions: [source] });
  }

  /** Presses a key while another is held. */
  async chord(held: string, key: string): Promise<void> {
    const [down, up] = ['keyDown', 'keyUp'];
    const actions = [
      { type: down, value: held },
      { type: down, value: key },
      { type: up, value: key },
      { type: up, value: held },
    ];
    const source = { type: 'key', id: 'keyboard', actions };
    await this.firefox.send('input.performActions', { context: this.context, actions: [source] });
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.firefox.send<{ data: string }>('browsingContext.captureScreenshot', {
      context: this.context,
    });
    return Buffer.from(data, 'base64');
  }
}

/** What it says on stderr where it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stderr! }).on('line', (line) => {
      const found = /BiDi listening on (ws:\S+)/.exec(line);
      if (found) resolve(found[1]!);
    });
    child.once('exit', () => reject(new Error('Firefox did not start')));
  });
}
