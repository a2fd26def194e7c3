import { SqlLog } from '../../src/common/database/sql-log';
import { TranscriptsService } from '../../src/inbox/transcripts/transcripts.service';
import { ConversationDesk } from '../factories/conversation-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ConversationDesk;
let id: string;

beforeAll(async () => {
  parley = await startParley();
  desk = await ConversationDesk.open(parley);
});
afterAll(() => parley.stop());
beforeEach(async () => {
  ({ id } = await desk.conversation('A question.'));
});

const note = async (content: string): Promise<void> => {
  expect((await desk.post(id, 'notes', { content })).status).toBe(201);
};
const read = async (characters: number): Promise<string[]> => {
  const lines = await parley.get(TranscriptsService).messagesAndNotes(desk.workspace.id, id, characters);
  return lines.filter(({ role }) => role === 'note').map(({ text }) => text);
};

describe('notes of a transcript', () => {
  it('are the newest that begin within the bound, oldest first', async () => {
    for (const letter of ['a', 'b', 'c', 'd']) await note(letter.repeat(100));
    expect((await read(1_000)).map((text) => text[0])).toEqual(['a', 'b', 'c', 'd']);
    expect((await read(200)).map((text) => text[0])).toEqual(['c', 'd']);
    expect((await read(201)).map((text) => text[0])).toEqual(['b', 'c', 'd']);
  });

  it('are no longer than the bound, in characters of any plane', async () => {
    await note('🙂'.repeat(25_000));
    expect(await read(10)).toEqual(['🙂'.repeat(10)]);
  });

  it('stand among the messages, and are read by a statement of their own that is bounded', async () => {
    await note('She called.');
    await desk.say(id, 'And another one.');
    const statements: string[] = [];
    const stop = SqlLog.listen((sql) => statements.push(sql));
    const lines = await parley.get(TranscriptsService).messagesAndNotes(desk.workspace.id, id, 1_000);
    stop();
    expect(lines.map(({ role }) => role)).toEqual(['customer', 'agent', 'note', 'customer', 'agent']);
    expect(statements.filter((sql) => sql.includes('inbox_notes'))).toEqual([
      expect.stringContaining('left(content, $4)'),
    ]);
  });
});
