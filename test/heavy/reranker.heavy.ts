import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Compute } from '../../src/common/compute/compute';
import { InvalidSettings, loadSettings } from '../../src/config/load-settings';
import { RUNTIME } from '../../src/config/reranker-problem';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aSource } from '../factories/source';
import { type Parley, startParley } from '../support/parley';
import { writeTinyReranker } from '../support/tiny-reranker';

const isInstalled = (() => {
  try {
    return Boolean(require.resolve(RUNTIME));
  } catch {
    return false;
  }
})();
if (!isInstalled) console.log(`Skipped: rerankers need ${RUNTIME}, which is not installed here.`);

const MESSAGE = 'How do I moor a boat in the harbour?';
/** There is no room for both paragraphs in an answer. */
const more = (what: string): string =>
  `${what} holds a boat in the harbour at low tide, at high tide and in between. `.repeat(6);
const PAGE = `# Mooring

Moor a boat in the harbour at the red rings. ${more('A red ring')}

Two golden ropes are what the harbour master wants to see. ${more('A rope')}
`;
const OTHER = `# Boats in the harbour

A boat may moor in the harbour on any day.
`;

async function harbour(settings: Record<string, string>): Promise<{ parley: Parley; desk: HelpDesk }> {
  const parley = await startParley({ settings });
  const desk = await aHelpDesk(parley);
  for (const [name, content] of [
    ['harbour.md', OTHER],
    ['mooring.md', PAGE],
  ] as const) {
    await aSource(parley, desk.agent, desk.admin, { type: 'text', name, content });
  }
  await parley.drain();
  return { parley, desk };
}

(isInstalled ? describe : describe.skip)('rerankers', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-reranker-'));
    await writeTinyReranker(join(folder, 'tiny'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  describe('a reranker in RERANKER_PATH', () => {
    let parley: Parley;
    let desk: HelpDesk;
    beforeAll(async () => {
      ({ parley, desk } = await harbour({ RERANKER_PATH: join(folder, 'tiny'), RERANKER_TIMEOUT_MS: '30000' }));
    });
    afterAll(() => parley.stop());

    const answerOf = async (): Promise<{ content: string; citations: { title: string; quote: string }[] }> => {
      const { body } = await desk.chat({ message: MESSAGE });
      return { content: body.message.content, citations: body.citations };
    };

    it('chooses the passage and the block with which the built-in model begins, and the citations are theirs', async () => {
      const { content, citations } = await answerOf();
      expect(content).toContain('Two golden ropes');
      expect(content).not.toContain('at the red rings');
      expect(citations[0]).toMatchObject({ title: 'mooring.md', quote: expect.stringContaining('golden ropes') });
    });

    it('does not decide whether there is an answer', async () => {
      const { body } = await desk.chat({ message: 'Are there golden elephants in Antarctica?' });
      expect(body.outcome).toBe('no_answer');
    });

    it('is done without while its process is not there, and started again', async () => {
      const compute = parley.get(Compute);
      const session = jest.spyOn(compute, 'session').mockRejectedValueOnce(new Error('it was stopped'));
      expect((await answerOf()).content).not.toContain('golden');
      session.mockRestore();
      for (let content = ''; !content.includes('golden');) ({ content } = await answerOf());
    });
  });

  describe('the settings of a reranker', () => {
    const problem = (RERANKER_PATH: string): string => {
      try {
        loadSettings({ RERANKER_PATH });
        return '';
      } catch (error) {
        return (error as InvalidSettings).problems.join();
      }
    };

    it('name the file that is not there', async () => {
      const empty = join(folder, 'empty');
      await mkdir(empty);
      expect(problem(empty)).toBe(`RERANKER_PATH names ${empty}, which has no tokenizer.json`);
      await writeFile(join(empty, 'tokenizer.json'), '{}');
      expect(problem(empty)).toMatch(/which has no model\.onnx or /);
      expect(problem(join(folder, 'tiny'))).toBe('');
    });

    it.each([
      [
        'a model with an unknown input',
        (path: string) => writeTinyReranker(path, { input: 'pixels' }),
        /an input that is unknown here: pixels$/,
      ],
      [
        'a model that is none',
        async (path: string) => {
          await writeTinyReranker(path);
          await writeFile(join(path, 'model.onnx'), 'no model');
        },
        /whose model cannot be used: /,
      ],
    ])('refuse the start with %s', async (name, write, expected) => {
      const RERANKER_PATH = join(folder, name);
      await write(RERANKER_PATH);
      await expect(startParley({ settings: { RERANKER_PATH } })).rejects.toThrow(expected);
    });
  });
});
