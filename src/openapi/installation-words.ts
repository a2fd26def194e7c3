import type { Settings } from '../config/load-settings';
import type { Schema } from './document.types';
import { mapSchema } from './schema-walk';

/** What stands in a description for something that each installation has of its own. */
export function installationWords({ models }: Settings): Record<string, string> {
  return { '{models}': models.join(', ') };
}

/** The schema with the installation's own words in its descriptions. */
export function withInstallationWords(schema: Schema, words: Record<string, string>): Schema {
  return mapSchema(schema, (part) =>
    part.description === undefined
      ? part
      : { ...part, description: part.description.replace(/\{[a-z]+\}/g, (name) => words[name] ?? name) },
  );
}
