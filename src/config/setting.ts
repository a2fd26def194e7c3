import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';

/** A row of docs/settings.md. */
export interface SettingText {
  name: string;
  description: string;
  /** A description of the default. Undefined if the default of the property describes itself. */
  absent: string | undefined;
}

const TEXTS = Symbol('settings');
const SECRETS = Symbol('secret settings');

/** The settings of a class, in the order of their declaration. */
export function settingsOf({ prototype }: { prototype: object }): readonly SettingText[] {
  return (Reflect.getMetadata(TEXTS, prototype) ?? []) as SettingText[];
}

/** The properties of a class that may be read from a file, named by the variable with the suffix `_FILE`. */
export function secretsOf({ prototype }: { prototype: object }): readonly string[] {
  return (Reflect.getMetadata(SECRETS, prototype) ?? []) as string[];
}

/** Marks a secret setting: it may be in a file, so that the environment does not show it. */
export function Secret(): PropertyDecorator {
  return (prototype, property) =>
    Reflect.defineMetadata(SECRETS, [...secretsOf({ prototype }), String(property)], prototype);
}

/** An environment variable with the name of the property. Accepts any text. */
export function Setting(description: string, absent?: string): PropertyDecorator {
  return (prototype, property) => {
    const text = { name: String(property), description, absent };
    Reflect.defineMetadata(TEXTS, [...settingsOf({ prototype }), text], prototype);
  };
}

export function Whole(description: string, min: number, max: number, absent?: string): PropertyDecorator {
  const message = `must be a whole number from ${min} to ${max}`;
  return applyDecorators(
    Setting(description, absent),
    Transform(({ value }) => (/^\d+$/.test(String(value)) ? Number(value) : NaN)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

/** A limit on requests. */
export function Limit(description: string): PropertyDecorator {
  return Whole(`${description}; 0 disables the limit`, 0, 1_000_000);
}

export function OneOf(description: string, options: readonly string[]): PropertyDecorator {
  const message = `must be one of ${options.join(', ')}`;
  return applyDecorators(Setting(`${description}: ${options.join(', ')}`), IsIn(options, { message }));
}

export function Address(description: string, absent: string, protocols: readonly string[]): PropertyDecorator {
  return applyDecorators(
    Setting(description, absent),
    IsOptional(),
    Follows((value) =>
      URL.canParse(value) && protocols.includes(new URL(value).protocol)
        ? null
        : `must be an absolute URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    ),
  );
}

/** Comma separated. `problemOf` completes “has “item”, which …”. */
export function Several(
  description: string,
  absent: string,
  problemOf: (item: string) => string | null,
): PropertyDecorator {
  return applyDecorators(
    Items(description, absent),
    Follows((items: readonly string[]) => {
      const wrong = items.find((item) => problemOf(item) !== null);
      return wrong === undefined ? null : `has “${wrong}”, which ${problemOf(wrong)}`;
    }),
  );
}

/** The same for secrets, which error messages must not show. `problemOf` completes “has an item that …”. */
export function SeveralSecrets<All>(
  description: string,
  absent: string,
  problemOf: (item: string, settings: All) => string | null,
): PropertyDecorator {
  return applyDecorators(
    Items(description, absent),
    Secret(),
    Follows((items: readonly string[], settings: All) => {
      const [problem] = items.flatMap((item) => problemOf(item, settings) ?? []);
      return problem === undefined ? null : `has an item that ${problem}`;
    }),
  );
}

function Items(description: string, absent: string): PropertyDecorator {
  return applyDecorators(
    Setting(description, absent),
    Transform(({ value }) => itemsOf(String(value))),
  );
}

/** A rule that returns its own error message, or null. `settings` are all settings. */
export function Follows<Value = string, All = never>(
  problemOf: (value: Value, settings: All) => string | null,
): PropertyDecorator {
  return ValidateBy({
    name: 'follows',
    validator: {
      validate: (value: Value, subject) => problemOf(value, subject?.object as All) === null,
      defaultMessage: (subject) => problemOf(subject?.value as Value, subject?.object as All) ?? '',
    },
  });
}

/** The items of a comma-separated list, without surrounding white space. */
export function itemsOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
