import { Command } from 'commander';

/** Letters with dashes and dots between them, like names of flags, commands and fields, but not like secrets. */
const NAME = /^[a-z]+(?:[.-][a-z]+)*$/i;
const LONGEST_NAME = 40;
const ELLIPSIS = '…';

/**
 * The part of an unknown word that may be printed. The word may be a secret in the wrong place, and logs may store the
 * output. So only a name is printed.
 */
export function repeatable(word: string): string {
  return word.length <= LONGEST_NAME && NAME.test(word) ? word : ELLIPSIS;
}

/** Commander's own methods, which its types do not declare. */
const inherited = Command.prototype as unknown as {
  unknownOption(this: Command, flag: string): void;
  unknownCommand(this: Command): void;
};

/** A command that does not repeat values in errors, but still suggests the right flag: `--limt=x` becomes `--limt`. */
export class DiscreetCommand extends Command {
  override createCommand(name?: string): DiscreetCommand {
    return new DiscreetCommand(name);
  }

  unknownOption(flag: string): void {
    const [, dashes = '', name = ''] = /^(-*)([^=]*)/.exec(flag) ?? [];
    // After one dash, the first letter is the flag, and the rest is its value.
    inherited.unknownOption.call(this, dashes + (dashes.length > 1 || name.length === 1 ? repeatable(name) : ELLIPSIS));
  }

  unknownCommand(): void {
    const [word = '', ...rest] = this.args;
    this.args = [repeatable(word), ...rest];
    inherited.unknownCommand.call(this);
  }
}
