import { type Command, Option } from 'commander';
import {
  answersSecret,
  bodyKindOf,
  type Capability,
  isDestructive,
  isLongWork,
  type Schema,
  typeOf,
} from '../capability';
import { isRepeatable } from '../input/flag-value';
import { type Flag, flagsOf, isSecretFlag } from '../input/flags';
import { listShapeOf } from '../output/list-shape';
import { takesFile } from './file-first';

/** Options of every command, in addition to its operation's input. */
export interface OperationOptions {
  json?: boolean;
  fields?: string[];
  wide?: boolean;
  all?: boolean;
  input?: string;
  file?: string;
  contentType?: string;
  output?: string;
  unset?: string[];
  ask?: string[];
  yes?: boolean;
  wait?: boolean;
  showSecret?: boolean;
  idempotencyKey?: string;
  client?: string;
}

/** An option of every command. */
export const PROFILE_OPTION = [
  '--profile <name>',
  'the profile with the service and the credential; default: PARLEY_PROFILE, or the current one',
] as const;

/** Names that no input field may have; `operation-options.spec` checks the operations. */
export const OWN_FLAGS = [
  'json fields wide all input file content-type output unset ask yes no-wait wait show-secret idempotency-key client profile help version',
].flatMap((names) => names.split(' '));

/** The flags of an operation: the fields of its input, and options for its kind of answer. */
export function addOptions(command: Command, capability: Capability): void {
  const flags = flagsOf(capability);
  for (const flag of flags) {
    command.addOption(optionFor(flag));
    if (flag.longName !== undefined) command.addOption(optionFor({ ...flag, name: flag.longName }).hideHelp());
  }
  const secrets = flags.filter(isSecretFlag);
  const required = secrets.filter((flag) => flag.required).map(({ path }) => path.join('.'));
  if (required.length > 0) {
    command.addHelpText(
      'after',
      `\nAsked for at the terminal, or read from the file of --input: ${required.join(', ')}\n`,
    );
  }
  const add = (flags: string, description: string): Option => {
    const option = new Option(flags, description).helpGroup('Options:');
    command.addOption(option);
    return option;
  };
  const body = bodyKindOf(capability);
  if (body === 'stream') {
    add('--input <file>', 'the file, - for stdin');
    add('--content-type <type>', `media type of the file; default: by its name, or ${capability.api.requestMediaType}`);
  } else if (body !== null) {
    add('--input <file>', 'read the body as JSON from a file, - for stdin; flags override its fields');
    add('--unset <flags>', 'set the fields of these flags to null, separated by commas').argParser(names);
    const askable = secrets.filter(({ required }) => !required).map(({ name }) => name);
    if (askable.length > 0) {
      add(
        '--ask <flags>',
        `ask for these secrets at the terminal, separated by commas: ${askable.join(', ')}`,
      ).argParser(names);
    }
  }
  if (takesFile(capability)) {
    add('--file <file>', 'upload the file first, up to 25 MiB');
    add('--content-type <type>', 'media type of the file; default: by its name');
  }
  if (capability.api.method === 'POST' && !capability.readOnly) {
    add('--idempotency-key <key>', 'make a retry safe: the service does nothing twice with the same key');
  }
  if (capability.credentialKind === 'client') {
    add(
      '--client <id>',
      'id of the workspace key; the key itself is PARLEY_TOKEN, that of the profile, or asked for at a prompt',
    );
  }
  if (capability.api.method === 'DELETE') {
    const yes = add('-y, --yes', 'do not ask for confirmation');
    // Scripts may pass it to all commands that remove something.
    if (!isDestructive(capability)) yes.hideHelp();
  }
  if (listShapeOf(capability)?.paging) add('--all', 'every page');
  if (answersSecret(capability)) add('--show-secret', 'print the secret, which cannot be retrieved again');
  if (isLongWork(capability)) add('--no-wait', 'return at once, without waiting for the work');
  add('--output <file>', 'write the answer to a file that only you can read; records as JSON');
  add(...PROFILE_OPTION);
  if (typeOf(capability.outputSchema) === 'string') {
    add('--json', 'report errors as JSON');
    return;
  }
  add('--json', 'print the JSON of the API');
  add('--fields <names>', 'print only these fields, such as id,name').argParser(names);
  if (listShapeOf(capability)) add('--wide', 'print every field').conflicts('fields');
}

function optionFor(flag: Flag): Option {
  const { name, schema } = flag;
  const option = new Option(`--${name} ${placeholder(flag)}`, described(flag));
  if (isSecretFlag(flag)) return option.hideHelp().argParser(() => '');
  const collect = (text: string, before: string[] = []): string[] =>
    isRepeatable(schema) ? [...before, text] : [text];
  return option.helpGroup(flag.required ? 'Required:' : 'Input:').argParser(collect);
}

function placeholder({ schema, path }: Flag): string {
  const type = typeOf(schema);
  if (type === 'boolean') return '[true|false]';
  if (type === 'object') return '<name=value>';
  const one = type === 'array' ? (schema.items ?? {}) : schema;
  if (NAMED.test(path.join('.'))) return type === 'array' ? '<name or id…>' : '<name or id>';
  const what = one.format === 'uuid' || path.at(-1)!.endsWith('Id') ? 'id' : kindOf(one);
  return type === 'array' ? `<${what}…>` : `<${what}>`;
}

/** Fields that accept a name in place of an id. */
const NAMED = /(workspace|agent|member|label|contact)Ids?$/i;

function kindOf(schema: Schema): string {
  if (schema.format === 'date-time') return 'time';
  const type = typeOf(schema);
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'object' ? 'json' : 'text';
}

function described({ schema, path }: Flag): string {
  const [kind] = /^workspace(?=Id$)|^agent(?=Id$)/.exec(path.join('.')) ?? [];
  if (kind) return `the ${kind}; default: see parley use`;
  const choices = schema.enum ?? schema.items?.enum;
  const [description = ''] = (schema.description ?? '').split('\n\n');
  const first = description.replace(/\s+/g, ' ').replace(/\.$/, '');
  return [
    /^[A-Z][a-z]/.test(first) ? first.charAt(0).toLowerCase() + first.slice(1) : first,
    choices && `one of ${choices.filter((choice) => choice !== null).join(', ')}`,
    schema.default !== undefined && schema.default !== null && `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function names(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(',').map((name) => name.trim())].filter((name) => name !== '');
}
