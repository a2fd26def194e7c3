import { getMetadataStorage } from 'class-validator';
import { secretsOf, settingsOf } from '../../src/config/setting';
import { EnvironmentSettings } from '../../src/config/settings';

export type Schema = Readonly<Record<string, unknown>>;

/** Settings that other values of the chart, or the image, determine. */
export const GIVEN_OTHERWISE: Readonly<Record<string, string>> = {
  PORT: 'the image',
  DATA_DIR: 'the image',
  MANAGEMENT_PORT: 'managementPort',
  SHUTDOWN_DELAY_MS: 'api.shutdownDelayMs',
  RUN_WORKER: 'worker.enabled',
  PARLEY_FEATURES: 'features.modules',
};

export const SECRETS = secretsOf(EnvironmentSettings);

/** Each setting that is not a secret, with its bounds. */
export function schemaOfSettings(): Schema {
  const defaults = new EnvironmentSettings() as unknown as Record<string, unknown>;
  const plain = settingsOf(EnvironmentSettings).filter(
    ({ name }) => !SECRETS.includes(name) && !(name in GIVEN_OTHERWISE),
  );
  const properties = plain.map(({ name, description, absent }) => {
    const shown = absent ?? String(defaults[name]);
    return [name, { description: `${description}. Default: ${shown}`, ...typeOf(name, defaults[name]) }];
  });
  return {
    description: 'Settings that are no secrets: see docs/settings.md of Parley.',
    type: 'object',
    properties: Object.fromEntries(properties),
    required: ['PUBLIC_URL', 'MAIL_FROM'],
    additionalProperties: false,
  };
}

function typeOf(name: string, byDefault: unknown): Schema {
  const rules = getMetadataStorage()
    .getTargetValidationMetadatas(EnvironmentSettings, '', false, false)
    .filter(({ propertyName }) => propertyName === name);
  const rule = (wanted: string): unknown =>
    (rules.find((one) => one.name === wanted)?.constraints as unknown[] | undefined)?.[0];
  if (rules.some((one) => one.name === 'isInt')) return { type: 'integer', minimum: rule('min'), maximum: rule('max') };
  if (rules.some((one) => one.name === 'isIn')) return { enum: rule('isIn') };
  const text = { type: 'string', minLength: 1 };
  // A list is joined with commas.
  return Array.isArray(byDefault) ? { anyOf: [text, { type: 'array', items: text, minItems: 1 }] } : text;
}
