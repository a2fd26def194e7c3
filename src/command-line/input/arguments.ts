import { type Capability, pathParametersOf, typeOf } from '../capability';
import { type Flag, flagsOf, isSecretFlag } from './flags';

/** Parameters that have defaults. They are arguments only of commands about such a record: `agents get AGENT`. */
const PLACES = ['workspaceId', 'destinationWorkspaceId', 'agentId'];
/** Required fields that the command line completes. */
const COMPLETED = ['expectedVersion', 'reason', 'idempotencyKey'];

/** The fields that are typed without a flag, in this order. */
export function argumentsOf(capability: Capability): Flag[] {
  const flags = flagsOf(capability);
  const { arguments: declared = [] } = capability.cli;
  if (declared.length > 0) {
    return declared.flatMap((field) => flags.filter(({ path }) => path.join('.') === field));
  }
  const parameters = pathParametersOf(capability);
  const own = parameters.filter((name) => !PLACES.includes(name) || isAbout(capability, name));
  const texts = flags.filter((flag) => flag.required && isPlainText(flag) && !parameters.includes(flag.path[0]!));
  return [
    ...own.flatMap((name) => flags.filter(({ path }) => path[0] === name)),
    // Of several texts, the order would be a guess.
    ...(texts.length === 1 ? texts : []),
  ];
}

/** The name of an argument in help: CONVERSATION. */
export function argumentName({ name }: Flag): string {
  return name.split('.').at(-1)!.toUpperCase();
}

/** Whether the group of the command has the name of the collection that the parameter selects from. */
function isAbout({ api, cli }: Capability, parameter: string): boolean {
  const [, group = ''] = cli.command.split(' ');
  return api.path.includes(`/${group}/{${parameter}}`);
}

function isPlainText(flag: Flag): boolean {
  const { path, schema } = flag;
  return (
    path.length === 1 &&
    typeOf(schema) === 'string' &&
    schema.enum === undefined &&
    schema.format !== 'date-time' &&
    !isSecretFlag(flag) &&
    !COMPLETED.includes(path[0]!)
  );
}
