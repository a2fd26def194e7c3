import { parseArgs } from 'node:util';

export interface Options {
  /** Length of one round of load. */
  seconds: number;
  /** How often each contender takes its turn. */
  rounds: number;
  /** Connections that the load generator keeps open, each with one request under way. */
  connections: number;
  /** Major versions of Node to run the servers with; empty: the one that runs the bench. */
  nodes: readonly string[];
  /** Names of the suites to run; empty: all. */
  suites: readonly string[];
  /** Rows in each table of the suite for plans of statements. */
  rows: number;
  /** Contacts in the big workspace of the suite `contacts`. */
  contacts: number;
  /** What the suite `contacts` imports. */
  file: 'ndjson' | 'csv';
  /** Conversations in the workspace of the suite `inbox`, each with five messages. */
  conversations: number;
  /** Support requests in the workspace of the suite `sla`. */
  requests: number;
  /** Clocks that run while the suite `sla` looks at some of them. */
  clocks: number;
  /** Event streams that the suites `inbox` and `visitor` keep open. */
  streams: number;
  /** Mails that the suite `inbox` hands over in each round. */
  mails: number;
  /** A folder of mails (`.eml`) that the suite `inbox` hands over in place of its own. */
  mailFolder: string | undefined;
  /** A folder of Markdown files that the suite `indexing` makes sources of, in place of those of installed packages. */
  documents: string | undefined;
  /** Passages of the larger agent of the suite `passages`. */
  passages: number;
  /** Parts of the suites `contacts`, `inbox`, `neighbours`, `scale`, `sla` and `visitor` to run; empty: all. */
  only: readonly string[];
  /** A folder that has the npm package directus installed, for the suite `contacts`. */
  directus: string | undefined;
  /** Folder of another working copy of Parley, built, that gets the same load, to measure the effect of a change. */
  before: string | undefined;
  /** Folder for CPU profiles of every server, for `chrome://inspect` or speedscope. */
  profile: string | undefined;
}

export const USAGE = `npm run bench -- [suite …] [--seconds 2] [--rounds 3] [--connections 10] [--node 20,24] [--rows 100000] [--profile FOLDER]
npm run bench -- tokens agents chat --before FOLDER   beside another working copy of Parley, built
npm run bench -- contacts [--contacts 1000000] [--only import,list,search,write,directus] [--file ndjson|csv] [--directus FOLDER]
npm run bench -- inbox [--conversations 1000000] [--streams 2000] [--mails 200] [--rounds 3] [--only list,events,mail] [--mail-folder FOLDER]
npm run bench -- sla [--clocks 100000] [--requests 1000000] [--rounds 3] [--only clock,list]
npm run bench -- neighbours [--rounds 3] [--only requests,waiting,receivers]   how a tenant with hostile work affects others
npm run bench -- indexing [--documents FOLDER] [--rounds 3] [--before FOLDER]   until documentation of many files can be searched
npm run bench -- passages [--passages 100000] [--rounds 3] [--before FOLDER]   the duration of a question to many passages
npm run bench -- notifications [--rounds 3]         one event to ten thousand devices, beside web-push's own loop
npm run bench -- visitor [--streams 2000] [--rounds 3] [--only pages,browser,streams]   pages of visitors, in Chromium too, and streams of their events
npm run bench -- limits                             rate limits in Redis, in PostgreSQL, and none
npm run bench -- scale [--only turns,tokens,lists]  one, two and three API processes behind HAProxy, with and without PgBouncer
npm run bench -- replies                            how long a reply takes to its mail server
npm run bench -- webhooks                           what ten webhooks cost the requests of their workspace
npm run bench -- answers FILE [option …]          quality of answers on a file in SQuAD 2.0's format`;

/** @throws with a message for the user if an argument is invalid */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '10' },
      node: { type: 'string', default: '' },
      rows: { type: 'string', default: '100000' },
      contacts: { type: 'string', default: '1000000' },
      conversations: { type: 'string', default: '1000000' },
      requests: { type: 'string', default: '1000000' },
      clocks: { type: 'string', default: '100000' },
      streams: { type: 'string', default: '2000' },
      mails: { type: 'string', default: '200' },
      'mail-folder': { type: 'string' },
      documents: { type: 'string' },
      passages: { type: 'string', default: '100000' },
      only: { type: 'string', default: '' },
      file: { type: 'string', default: 'ndjson' },
      directus: { type: 'string' },
      before: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  return {
    seconds: whole('seconds', values.seconds, 60),
    rounds: whole('rounds', values.rounds, 100),
    connections: whole('connections', values.connections, 1_000),
    nodes: listed(values.node),
    suites: positionals,
    rows: whole('rows', values.rows, 10_000_000),
    contacts: whole('contacts', values.contacts, 10_000_000),
    conversations: whole('conversations', values.conversations, 10_000_000),
    requests: whole('requests', values.requests, 10_000_000),
    clocks: whole('clocks', values.clocks, 1_000_000),
    streams: whole('streams', values.streams, 20_000),
    mails: whole('mails', values.mails, 10_000),
    mailFolder: values['mail-folder'],
    documents: values.documents,
    passages: whole('passages', values.passages, 1_000_000),
    only: listed(values.only),
    file: values.file === 'csv' ? 'csv' : 'ndjson',
    directus: values.directus,
    before: values.before,
    profile: values.profile,
  };
}

const listed = (text: string): string[] => text.split(',').filter((part) => part !== '');

function whole(name: string, text: string, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > most) {
    throw new Error(`--${name} must be a whole number from 1 to ${most}`);
  }
  return number;
}
