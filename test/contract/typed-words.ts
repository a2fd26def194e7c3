import { answersSecret, type Capability, isDestructive } from '../../src/command-line/capability';
import { type Flag, flagsOf, hasKeyField, isSecretFlag, KEY_FIELD } from '../../src/command-line/input/flags';

export type Values = Record<string, unknown>;

/** As a person would type the values, and what they would answer. */
export function typed(capability: Capability, values: Values): { argv: string[]; answers: string[] } {
  const argv: string[] = [
    ...(answersSecret(capability) ? ['--show-secret'] : []),
    ...(isDestructive(capability) ? ['--yes'] : []),
  ];
  const answers: string[] = [];
  if (hasKeyField(capability)) argv.push(`--idempotency-key=${String(values[KEY_FIELD])}`);
  for (const flag of flagsOf(capability)) {
    const value = flag.path.reduce<unknown>((inner, name) => (inner as Values | null | undefined)?.[name], values);
    if (value === undefined) continue;
    if (!isSecretFlag(flag)) argv.push(...wordsFor(flag, value));
    else {
      if (!flag.required) argv.push('--ask', flag.name);
      answers.push(String(value));
    }
  }
  return { argv, answers };
}

function wordsFor({ name }: Flag, value: unknown): string[] {
  const word = (one: unknown): string => (typeof one === 'object' ? JSON.stringify(one) : String(one));
  if (value === null) return ['--unset', name];
  return Array.isArray(value) ? value.flatMap((item) => [`--${name}`, word(item)]) : [`--${name}=${word(value)}`];
}
