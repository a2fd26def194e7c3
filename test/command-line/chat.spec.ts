import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { CommandLine } from '../support/command-line';
import { beginStream, frameOf, ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';

describe('parley chat', () => {
  let parley: Parley;
  let desk: HelpDesk;
  let cli: CommandLine;
  beforeAll(async () => {
    parley = await startParley();
    desk = await aHelpDesk(parley);
    cli = await CommandLine.at(parley.url, { PARLEY_TOKEN: desk.key.secret, PARLEY_WORKSPACE: desk.workspace.id });
  });
  afterAll(async () => {
    await cli.remove();
    await parley.stop();
  });

  const chat = (stdin: string, ...flags: string[]) => cli.run(['chat', desk.agent.id, ...flags], { stdin });

  it('answers each line of a pipe in one conversation, with its sources', async () => {
    const { code, stdout, stderr } = await chat('What does the Team plan cost?\n\nAnd how can I pay?\n');
    expect(code).toBe(0);
    expect(stdout).toContain('29 euros');
    expect(stdout).toContain('credit card');
    expect(stdout).toMatch(/^ {2}\[1\] Billing$/m);
    expect(stdout).not.toContain('>');
    const conversationId = /--conversation (\S+)/.exec(stderr)?.[1];
    const messages = await parley.database.query<{ role: string }[]>(
      'SELECT role FROM messages WHERE conversation_id = $1 ORDER BY id',
      [conversationId],
    );
    expect(messages.map(({ role }) => role)).toEqual(['customer', 'agent', 'customer', 'agent']);
  });

  it('goes on with a conversation, and says what is not an answer', async () => {
    const first = await chat('What does the Team plan cost?\n', '--json');
    const { conversationId } = JSON.parse(first.stdout);
    const second = await chat(
      'Do penguins live in Antarctica?\nI want to talk to a person\n',
      '--conversation',
      conversationId,
    );
    expect(second.stdout).toContain('I could not find an answer to that.');
    expect(second.stdout).toContain('I am handing this over to a person');
    await parley.database.query(`UPDATE conversations SET handler = 'human' WHERE id = $1`, [conversationId]);
    const third = await chat('Are you there?\n', '--conversation', conversationId);
    expect(third.stdout).toBe('A person has this conversation now, and has your message.\n');
    expect(second.stderr).toContain(conversationId);
  });

  it('says what comes close where there is no answer', async () => {
    const { stdout } = await chat('Is there a yearly rebate on the Team plan for schools and students?\n');
    expect(stdout).toMatch(/^I could not find an answer.*\n {2}Did you mean: Billing$/m);
  });

  it('is for workspace keys', async () => {
    const { code, stderr } = await cli
      .with({ PARLEY_TOKEN: desk.admin.secret })
      .run(['chat', desk.agent.id], { stdin: 'Hello?\n' });
    expect([code, stderr]).toEqual([4, expect.stringContaining('The command needs a workspace key')]);
    expect((await cli.run(['chat'])).code).toBe(2);
    const nowhere = await cli.run(['chat', desk.agent.id], { stdin: 'Hello?\n', env: { PARLEY_WORKSPACE: '' } });
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('--workspace is missing')]);
  });

  it('says a turn again that was not answered, and it is one turn', async () => {
    let turns = 0;
    const door: Server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(incoming.headers).filter(([name]) => ['authorization', 'content-type'].includes(name)),
        ) as Record<string, string>;
        const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
        void fetch(`${parley.url}${incoming.url}`, { method: incoming.method, headers, body }).then(async (answer) => {
          const text = await answer.text();
          // The first answer to the turn is lost on its way.
          if (incoming.method === 'POST' && ++turns === 1) return incoming.socket.destroy();
          outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
        });
      });
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    try {
      const PARLEY_URL = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
      const { code, stdout } = await cli.run(['chat', desk.agent.id, '--json'], {
        stdin: 'How do I reset my password?\n',
        env: { PARLEY_URL },
      });
      expect([code, turns]).toEqual([0, 2]);
      const { conversationId, outcome } = JSON.parse(stdout);
      expect(outcome).toBe('answered');
      const [row] = await parley.database.query<[{ n: number }]>(
        'SELECT count(*)::int AS n FROM messages WHERE conversation_id = $1',
        [conversationId],
      );
      expect(row.n).toBe(2);
    } finally {
      door.closeAllConnections();
      door.close();
    }
  });
});

describe('parley chat on a terminal', () => {
  const PRICE = 'The Team plan costs 29 euros for each member and month.';
  const REFUNDS = 'Refunds are paid within fourteen days of your request.';
  const QUESTION = 'How much does the Team plan cost, and when are refunds paid?\n';
  const model = new ModelServer();
  let parley: Parley;
  let desk: HelpDesk;
  let cli: CommandLine;
  beforeAll(async () => {
    parley = await startParley({ settings: { MODEL_BASE_URL: await model.start(), MODEL_DEFAULT: 'house-model' } });
    desk = await aHelpDesk(parley);
    cli = await CommandLine.at(parley.url, {
      PARLEY_TOKEN: desk.key.secret,
      PARLEY_WORKSPACE: desk.workspace.id,
      NO_COLOR: '1',
    });
  });
  afterAll(async () => {
    await cli.remove();
    await parley.stop();
    model.stop();
  });
  const sentence = (text: string, quote: string): string => JSON.stringify({ text, quotes: [{ passage: 1, quote }] });
  const FIRST = sentence('The Team plan costs €29.', PRICE);
  const SECOND = sentence('Refunds are paid within 14 days.', REFUNDS);
  const WHOLE = 'The Team plan costs €29. Refunds are paid within 14 days.\n  [1] Billing\n  [2] Billing\n';
  /** The model says a sentence, and the rest once that is shown. */
  const half = (rest: string): ((stdout: string) => void) => {
    let go = (): void => {};
    model.misbehave = (_asked, response) => {
      beginStream(response);
      response.write(frameOf(`{"sentences": [${FIRST}`));
      go = () => response.end(frameOf(rest));
    };
    return (stdout) => stdout.endsWith('€29.') && go();
  };

  it('shows what is certain of an answer while it is written', async () => {
    const watch = half(`, ${SECOND}]}`);
    const { code, stdout } = await cli.run(['chat', desk.agent.id], { stdin: QUESTION, columns: 100, watch });
    expect([code, stdout]).toEqual([0, WHOLE]);
  });

  it('gives programs whole answers', async () => {
    model.misbehave = null;
    model.reply = () => `{"sentences": [${FIRST}, ${SECOND}]}`;
    const shown: string[] = [];
    await cli.run(['chat', desk.agent.id], { stdin: QUESTION, watch: (stdout) => void shown.push(stdout) });
    expect(shown[0]).toBe(WHOLE);
    const { stdout } = await cli.run(['chat', desk.agent.id, '--json'], { stdin: QUESTION, columns: 100 });
    expect(JSON.parse(stdout)).toMatchObject({ message: { content: WHOLE.split('\n')[0] } });
  });

  it('says so where a person takes over in the middle', async () => {
    model.misbehave = null;
    const { conversationId } = (await desk.chat({ message: 'Hello' })).body;
    const path = `/workspaces/${desk.workspace.id}/inbox/${conversationId}/messages`;
    const go = half(']}');
    const watch = (stdout: string): void => {
      if (!stdout.endsWith('€29.')) return;
      const reply = parley.call('POST', path, { token: desk.admin.secret, body: { content: 'I am here.' } });
      void reply.then(() => go(stdout));
    };
    const command = ['chat', desk.agent.id, '--conversation', conversationId as string];
    const { stdout } = await cli.run(command, { stdin: QUESTION, columns: 100, watch });
    expect(stdout).toBe('The Team plan costs €29.\nA person has this conversation now, and has your message.\n');
  });

  it('shows nothing twice where its connection breaks off, and it is one turn', async () => {
    model.misbehave = null;
    model.reply = () => `{"sentences": [${FIRST}, ${SECOND}]}`;
    let turns = 0;
    const door = createServer((incoming, outgoing) => {
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).filter(([name]) => ['authorization', 'content-type', 'accept'].includes(name)),
      );
      const address = new URL(`${parley.url}${incoming.url}`);
      const onward = request(address, { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        const isFirst = incoming.method === 'POST' && ++turns === 1;
        answer.on('data', (bytes: Buffer) => {
          outgoing.write(bytes);
          if (isFirst && bytes.includes('message.delta')) outgoing.write('', () => incoming.socket.destroy());
        });
        answer.on('end', () => outgoing.end());
      });
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    try {
      const PARLEY_URL = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
      const { code, stdout, stderr } = await cli.run(['chat', desk.agent.id], {
        stdin: QUESTION,
        columns: 100,
        env: { PARLEY_URL },
      });
      expect([code, stdout, turns]).toEqual([0, WHOLE, 2]);
      const of = [/--conversation (\S+)/.exec(stderr)?.[1]];
      expect(await parley.database.query('SELECT role FROM messages WHERE conversation_id = $1', of)).toHaveLength(2);
    } finally {
      door.closeAllConnections();
      door.close();
    }
  });
});
