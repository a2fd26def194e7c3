import { bytesOf } from '../bytes-of';
import { runOperation } from '../commands/operation-command';
import { operationIn } from '../commands/operations';
import { UsageError } from '../errors';
import { AGENT_OPTION, JSON_OPTION, type WorkCommand, WORKSPACE_OPTION } from './work-command';

/** In bytes. The service allows less. */
const LONGEST_TEXT = 16 * 1_048_576;

/** The kind of source follows from what is added. */
export const addSource: WorkCommand = {
  group: 'sources',
  verb: 'add',
  summary: 'Add a file, a web page, a sitemap or a text as a source',
  args: [['<source>', 'a file, an address that begins with https://, or - for a text from stdin']],
  options: [
    AGENT_OPTION,
    WORKSPACE_OPTION,
    ['--name <name>', 'name of the source; default: the name of the file, or the address'],
    ['--content-type <type>', 'media type of a file; default: by its name'],
    JSON_OPTION,
  ],
  examples: [
    'sources add manual.pdf',
    'sources add https://example.com/sitemap.xml',
    "sources add - --name 'Opening hours' < hours.txt",
  ],
  needs: ['createSource', 'uploadSourceFile'],
  async run([source = ''], { workspace, agent, name, contentType, json = false }, { environment, host }) {
    const capability = operationIn(await environment.listing.get(), 'createSource');
    const texts = new Map<string, readonly string[]>();
    for (const [flag, text] of Object.entries({ workspace, agent, name })) {
      if (text !== undefined) texts.set(flag, [text]);
    }
    const isAddress = /^https?:\/\//i.test(source);
    if (source === '-') {
      if (name === undefined) throw new UsageError('--name is missing: a text has no name of its own.');
      const tooLong = (): UsageError => new UsageError(`The input is larger than ${LONGEST_TEXT} bytes.`);
      const content = (await bytesOf(host.stdin as AsyncIterable<Buffer>, LONGEST_TEXT, tooLong)).toString();
      return runOperation(
        { capability, texts, options: { json }, preset: { type: 'text', content } },
        environment,
        host,
      );
    }
    if (!isAddress) {
      const options = { json, file: source, ...(contentType !== undefined && { contentType }) };
      return runOperation({ capability, texts, options }, environment, host);
    }
    const type = /\/sitemap[^/]*\.xml([?#]|$)/i.test(source) ? 'sitemap' : 'url';
    const preset = { type, url: source, ...(name === undefined && { name: source }) };
    await runOperation({ capability, texts, options: { json }, preset }, environment, host);
  },
};
