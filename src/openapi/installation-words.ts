import type { Settings } from '../config/load-settings';
import type { Schema } from './document.types';
import { mapSchema } from './schema-walk';

/** The values that replace placeholders in descriptions, because they differ between installations. */
export function installationWords({ models }: Settings): Record<string, string> {
  return { '{models}': models.join(', ') };
}

/** The schema with the placeholders in its descriptions replaced. */
export function withInstallationWords(schema: Schema, words: Record<string, string>): Schema {
  return mapSchema(schema, (part) =>
    part.description === undefined
      ? part
      : { ...part, description: part.description.replace(/\{[a-z]+\}/g, (name) => words[name] ?? name) },
  );
}
