import { Command } from 'commander';

/** Letters with dashes and dots between them, as names of flags, commands and fields are, and secrets are not. */
const NAME = /^[a-z]+(?:[.-][a-z]+)*$/i;
const LONGEST_NAME = 40;
const ELLIPSIS = '…';

/**
 * What can be repeated of a word that was not understood. It may be a secret in the wrong place, and what is printed stays in
 * the logs of whoever runs the command: so it is a name, or nothing that was typed.
 */
export function repeatable(word: string): string {
  return word.length <= LONGEST_NAME && NAME.test(word) ? word : ELLIPSIS;
}

/** Commander's own; its types do not show them. */
const told = Command.prototype as unknown as {
  unknownOption(this: Command, flag: string): void;
  unknownCommand(this: Command): void;
};

/** A command that does not repeat values when it is not understood, but still knows what was meant: `--limt=x` is `--limt`. */
export class DiscreetCommand extends Command {
  override createCommand(name?: string): DiscreetCommand {
    return new DiscreetCommand(name);
  }

  unknownOption(flag: string): void {
    const [, dashes = '', name = ''] = /^(-*)([^=]*)/.exec(flag) ?? [];
    // What follows one dash is a letter; more than that is its value.
    told.unknownOption.call(this, dashes + (dashes.length > 1 || name.length === 1 ? repeatable(name) : ELLIPSIS));
  }

  unknownCommand(): void {
    const [word = '', ...rest] = this.args;
    this.args = [repeatable(word), ...rest];
    told.unknownCommand.call(this);
  }
}
