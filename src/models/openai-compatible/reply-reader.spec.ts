import { UnreadableReply } from './reply';
import { ReplyReader } from './reply-reader';

const SENTENCE = (text: string): string => JSON.stringify({ text, quotes: [{ passage: 1, quote: text }] });
const REPLY = `{"sentences": [${SENTENCE('One {brace}.')}, ${SENTENCE('Two </think>.')}]}`;

/** The claims in a reply that arrives in pieces of `size` characters. */
function partsOf(reply: string, size: number): string[] {
  const reader = new ReplyReader();
  const texts: string[] = [];
  for (let at = 0; at < reply.length; at += size) {
    texts.push(...reader.write(reply.slice(at, at + size)).map(({ text }) => text));
  }
  return [...texts, ...reader.end().map(({ text }) => text)];
}

describe('ReplyReader', () => {
  const SIZES = [1, 2, 3, 7, 64, 10_000];

  it.each([
    ['nothing else', REPLY],
    ['white space', ` \n\t${REPLY}\n`],
    ['a fence', `\`\`\`json\n${REPLY}\n\`\`\``],
    ['a fence of no kind', `\n\`\`\`${REPLY}\`\`\``],
    ['thoughts', `<think>Is {this} it? {"sentences": []} No.</think>\n\n${REPLY}`],
    ['thoughts and a fence', ` <think></think> \`\`\`json\n\n${REPLY}\n\`\`\`\nThat is all.`],
  ])('returns the same claims for any piece size: %s', (_around, reply) => {
    for (const size of SIZES) expect([size, partsOf(reply, size)]).toEqual([size, ['One {brace}.', 'Two </think>.']]);
  });

  it.each([
    ['words', `Sure! ${REPLY}`],
    ['thoughts without end', `<think>hm ${REPLY}`],
    ['another element', `<p>${REPLY}</p>`],
    ['a fence of nothing', `\`\`\`json${' '.repeat(2_000)}${REPLY}`],
    ['more than it may have in all', `<think>${'hm '.repeat(22_000)}</think>${REPLY}`],
    ['half of it', REPLY.slice(0, -1)],
    ['too many sentences', `{"sentences": [${Array(41).fill(SENTENCE('x')).join(',')}]}`],
    ['too long sentences', `{"sentences": [${SENTENCE('x'.repeat(4_001))},${SENTENCE('x'.repeat(4_000))}]}`],
    [
      'too many quotes',
      `{"sentences": [{"text": "x", "quotes": [${Array(81).fill('{"passage":1,"quote":"x"}').join(',')}]}]}`,
    ],
    ['a sentence that is none', `{"sentences": [${SENTENCE('One.')}, {"text": 1, "quotes": []}]}`],
  ])('understands no %s', (_what, reply) => {
    for (const size of SIZES) expect(() => partsOf(reply, size)).toThrow(UnreadableReply);
  });

  it('returns a sentence with the piece that completes it', () => {
    const reader = new ReplyReader();
    expect(reader.write(`{"sentences": [${SENTENCE('One.').slice(0, -1)}`)).toEqual([]);
    expect(reader.write('}').map(({ text }) => text)).toEqual(['One.']);
    expect(reader.isEnded).toBe(false);
    expect(reader.write(']}')).toEqual([]);
    expect(reader.isEnded).toBe(true);
  });

  it('fails with the first piece that cannot begin an object', () => {
    expect(() => new ReplyReader().write('Sure!')).toThrow(UnreadableReply);
    expect(new ReplyReader().write('``')).toEqual([]);
  });
});
