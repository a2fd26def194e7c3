import { DiscoveryService, MetadataScanner, ModulesContainer, NestFactory } from '@nestjs/core';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { ValidationError } from 'class-validator';
import { readFileSync } from 'node:fs';
import { AppModule } from '../../src/app.module';
import { RequestValidationPipe } from '../../src/common/http/validation.pipe';
import { FeatureCatalog } from '../../src/common/feature/feature-catalog';
import { OperationRegistry } from '../../src/common/registry/operation.registry';
import { loadSettings } from '../../src/config/load-settings';
import type { ApiDocument, Schema } from '../../src/openapi/document.types';
import { ensureComplete, pluginModels } from '../../src/openapi/plugin-models';
import { schemaName } from '../../src/openapi/schema-names';
import { exampleOf } from '../../src/openapi/examples';
import { type Rule, rulesOf } from '../../src/openapi/validated-types';
import { type InputClass, inputClasses } from './input-classes';
import { ABSENT, probesOf } from './input-probes';

/** Rules that JSON Schema has no words for. What else the validator refuses, the schema refuses as well. */
const BEYOND_SCHEMAS: Readonly<Record<string, string>> = {
  isBase64: 'the padding',
  isHttpsUrl: 'the host and the port',
  isLanguage: 'the registry of subtags',
  isLocale: 'the registry of subtags',
  isOneLine: 'where joiners and marks may stand',
  isPageAddress: 'the host and the port',
  isPhoneNumber: 'the lengths of each country’s numbers',
  isSite: 'the labels of a host name',
  isUrl: 'the host and the port',
};

type Fields = Record<string, unknown>;

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;

describe('what the validator takes and what openapi.json says', () => {
  let classes: InputClass[];
  beforeAll(async () => {
    const app = await NestFactory.create(AppModule.forRoot(loadSettings({}), 'postgres://nowhere/'), {
      preview: true,
      logger: false,
      abortOnError: false,
    });
    const registry = new OperationRegistry(
      new DiscoveryService(app.get(ModulesContainer)),
      new MetadataScanner(),
      app.get(FeatureCatalog),
    );
    classes = inputClasses(registry.operations, document);
  });

  it('are the same fields', () => {
    expect(classes.length).toBeGreaterThan(100);
    for (const { dto, schema } of classes) {
      const validated = [...new Set(rulesOf(dto).map(({ propertyName }) => propertyName))].sort();
      expect([dto.name, Object.keys(schema.properties ?? {}).sort()]).toEqual([dto.name, validated]);
    }
  });

  it('are the same values of each field', async () => {
    const differences: string[] = [];
    for (const one of classes) differences.push(...(await differencesOf(one)));
    expect(differences).toEqual([]);
  });
});

describe('what a class declares and what openapi.json says', () => {
  it('are the same fields, of answers too', async () => {
    const described = [...(await pluginModels()).values()].flatMap(({ dto }) => {
      const made = dto as new () => object;
      const schema = document.components.schemas[schemaName(made.name)];
      return schema ? [[made.name, Object.keys(new made()).sort(), Object.keys(schema.properties ?? {}).sort()]] : [];
    });
    expect(described.length).toBeGreaterThan(200);
    expect(described.filter(([, declared, documented]) => String(declared) !== String(documented))).toEqual([]);
  });

  it('are the same, or no document is made', () => {
    class HalfExportedDto {
      known: string;
      forgotten: string;
    }
    const schema = { properties: { known: { type: 'string' } } };
    expect(() => ensureComplete('HalfExportedDto', schema, { dto: HalfExportedDto, properties: {} })).toThrow(
      'HalfExportedDto is documented without forgotten',
    );
  });
});

const ajv = addFormats(new Ajv2020({ strict: false, validateSchema: false, allErrors: true })).addSchema({
  ...document,
  $id: 'openapi',
});

async function differencesOf(one: InputClass): Promise<string[]> {
  const validate = ajv.compile(JSON.parse(JSON.stringify(one.schema).replaceAll('"#/', '"openapi#/')) as Schema);
  const differences = new Set<string>();
  for (const [field, schema] of Object.entries(one.schema.properties ?? {})) {
    const rules = rulesOf(one.dto).filter(({ propertyName }) => propertyName === field);
    const bases = basesOf(one, rules);
    for (const probe of probesOf(rules, schema)) {
      if (one.isQuery && !canBeInQuery(probe)) continue;
      const broken = await brokenRules(one, bases, field, probe);
      const keywords = brokenKeywords(validate, field, one.isQuery ? readFromQuery(probe, schema) : probe);
      if (broken.length > 0 && broken.every((rule) => rule in BEYOND_SCHEMAS)) continue;
      if (broken.length > 0 === keywords.length > 0) continue;
      const refused = broken.length > 0 ? `the validator (${broken.join()})` : `the schema (${keywords.join()})`;
      differences.add(`${one.dto.name}.${field}: only ${refused} refuses ${shown(probe)}`);
    }
  }
  return [...differences];
}

const pipe = new RequestValidationPipe();
// What it makes of the errors for callers has no names of rules.
pipe['exceptionFactory'] = (errors) => new Refusal(errors);

/** Objects that a field may be a part of; where others decide whether it may, with each value that these may have. */
function basesOf({ schema }: InputClass, rules: readonly Rule[]): Fields[] {
  const { properties = {}, required = [] } = schema;
  const examples = exampleOf(schema, document.components.schemas) as Fields;
  const base = Object.fromEntries(required.map((name) => [name, examples[name]]));
  const kinds = required.flatMap((name) => (properties[name]?.enum ?? []).map((value) => ({ ...base, [name]: value })));
  return rules.some(({ type }) => type === 'conditionalValidation') ? [base, ...kinds] : [base];
}

/** The rules of the validator that the value of the field breaks, whichever of the objects it is a part of. */
async function brokenRules(
  one: InputClass,
  bases: readonly Fields[],
  field: string,
  probe: unknown,
): Promise<string[]> {
  let broken: string[] = [];
  for (const base of bases) {
    const errors = await errorsOf(one, structuredClone(withValue(base, field, probe)));
    broken = errors.filter(({ property }) => property === field).flatMap(rulesIn);
    if (broken.length === 0) return [];
  }
  return broken;
}

async function errorsOf({ dto, isQuery }: InputClass, fields: Fields): Promise<ValidationError[]> {
  const sent = isQuery ? asQuery(fields) : fields;
  return pipe.transform(sent, { type: isQuery ? 'query' : 'body', metatype: dto }).then(
    () => [],
    (refusal: unknown) => (refusal instanceof Refusal ? refusal.errors : Promise.reject(refusal as Error)),
  );
}

class Refusal extends Error {
  constructor(readonly errors: ValidationError[]) {
    super('refused');
  }
}

function rulesIn({ constraints = {}, children = [] }: ValidationError): string[] {
  return [...Object.keys(constraints), ...children.flatMap(rulesIn)];
}

/** The keywords of the schema that it breaks. */
function brokenKeywords(validate: ValidateFunction, field: string, probe: unknown): string[] {
  validate(withValue({}, field, probe));
  return (validate.errors ?? [])
    .filter(({ instancePath, params }) =>
      instancePath === '' ? params['missingProperty'] === field : instancePath.split('/')[1] === field,
    )
    .map(({ keyword }) => keyword);
}

function withValue(base: Fields, field: string, probe: unknown): Fields {
  const { [field]: _replaced, ...others } = base;
  return probe === ABSENT ? others : { ...others, [field]: probe };
}

function canBeInQuery(probe: unknown): boolean {
  return probe === ABSENT || probe === null || typeof probe !== 'object' || Array.isArray(probe);
}

function asQuery(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, inQuery(value)]));
}

function inQuery(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}

/** What the schema describes is what the text of a query stands for. */
function readFromQuery(probe: unknown, { type }: Schema): unknown {
  if (probe === ABSENT) return ABSENT;
  const text = inQuery(probe);
  if (type === 'integer' && /^-?\d+$/.test(String(text))) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(String(text))) return text === 'true';
  return text;
}

function shown(probe: unknown): string {
  return probe === ABSENT ? 'its absence' : JSON.stringify(probe).slice(0, 60);
}
