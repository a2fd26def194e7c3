import { Injectable } from '@nestjs/common';
import { dataSchema, type DataSchema, unboundedStrings } from '../common/event-types/event-fields';
import type { EventAudience, EventType } from '../common/event-types/declare-events';
import { FeatureCatalog } from '../common/feature/feature-catalog';
import { InvalidSettings } from '../config/load-settings';

/** A type with the JSON Schema of its data. */
export interface CataloguedType extends EventType {
  readonly dataSchema: DataSchema;
}

const NAME = /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/;

/** All types of events of the process, by name. They are collected and checked once, at the start. */
@Injectable()
export class EventCatalog {
  readonly types: readonly CataloguedType[];
  private readonly byName: ReadonlyMap<string, CataloguedType>;

  /** @throws InvalidSettings with one line for each problem */
  constructor(features: FeatureCatalog) {
    const types = features.events.map(({ type }) => ({ ...type, dataSchema: dataSchema(type.data) }));
    this.types = types.sort((a, b) => (a.name < b.name ? -1 : 1));
    this.byName = new Map(this.types.map((type) => [type.name, type]));
    const problems = [
      ...features.events.flatMap(({ key, type, feature, isOutside }) =>
        problemsOf(key, type, feature, isOutside ? builtInWords(features) : null),
      ),
      ...duplicates(types.map(({ name }) => name)).map((name) => `two features declare events of the type ${name}`),
    ];
    if (problems.length > 0) throw new InvalidSettings(problems);
  }

  find(name: string): CataloguedType | undefined {
    return this.byName.get(name);
  }

  /** @throws Error for a type that no `@Feature` names */
  require(name: string): CataloguedType {
    const type = this.find(name);
    if (!type) throw new Error(`No feature declares events of the type ${name}. Name them in its @Feature`);
    return type;
  }

  /** The names of the types that a reader wants and may see: an admin sees those for members, too. */
  namesFor(audience: EventAudience, wanted: readonly string[] | null): string[] {
    return this.types
      .filter((type) => audience === 'admin' || type.audience === 'member')
      .map(({ name }) => name)
      .filter((name) => wanted === null || wanted.some((pattern) => matches(pattern, name)));
  }

  /** Whether a filter is `*`, a known type, or `prefix.*` of some. */
  isKnown(pattern: string): boolean {
    return this.types.some(({ name }) => matches(pattern, name));
  }
}

/** A filter is `*`, a type, or a prefix that ends in `.*`. */
export function matches(pattern: string, name: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('.*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** The first words of the names that built-in features use. */
function builtInWords(features: FeatureCatalog): ReadonlySet<string> {
  const builtIn = features.events.filter(({ isOutside }) => !isOutside);
  return new Set(builtIn.map(({ type }) => firstWord(type.name)));
}

/** `taken`: the first words that a feature from outside must not use; null: the feature is built in. */
function problemsOf(key: string, type: EventType, feature: string, taken: ReadonlySet<string> | null): string[] {
  const schema = dataSchema(type.data);
  const word = firstWord(type.name);
  const own = feature.replaceAll('-', '_');
  return [
    ...(NAME.test(type.name)
      ? []
      : [`the event type ${type.name} is not two lower-case words with a dot between them`]),
    ...(key === type.name ? [] : [`the event type ${type.name} is declared under the name ${key}`]),
    ...(type.feature === feature ? [] : [`${feature} names events that are declared for ${type.feature}`]),
    ...(taken === null || (word === own && !taken.has(word))
      ? []
      : [`the event type ${type.name} of the feature ${feature} does not begin with ${own}, or that word is taken`]),
    ...unboundedStrings(schema).map(
      (field) =>
        `the field ${field} of the event type ${type.name} could contain a text: declare an enum, uuid, date-time, or a pattern with maxLength`,
    ),
    ...(schema.properties['agentId'] ? [] : [`the data of the event type ${type.name} does not extend EventData`]),
  ];
}

function firstWord(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
