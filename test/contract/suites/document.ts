import type { ValidateFunction } from 'ajv/dist/2020';
import type { ValidationError } from 'class-validator';
import assert from 'node:assert/strict';
import { RequestValidationPipe } from '../../../src/common/http/validation.pipe';
import type { ApiDocument, ApiOperation, MediaType, Schema } from '../../../src/openapi/document.types';
import { exampleOf, examplesIn } from '../../../src/openapi/examples';
import { type Rule, rulesOf } from '../../../src/openapi/validated-types';
import { DocumentSchemas } from '../../support/document-schemas';
import type { Parley } from '../../support/parley';
import { type InputClass, inputClasses } from '../input-classes';
import { ABSENT, probesOf } from '../input-probes';
import type { Runner } from './runner';
import { operationsOf, registeredOf, type Subject } from './subject';

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

interface Context {
  document: ApiDocument;
  beyondSchemas: Readonly<Record<string, string>>;
  schemas: DocumentSchemas;
}

/** The OpenAPI document: its examples are valid, and it takes and refuses the same inputs as the validator. */
export function describeDocument(subject: Subject, { describe, it, beforeAll, afterAll }: Runner): void {
  describe('the OpenAPI document', () => {
    let parley: Parley;
    let context: Context;
    let classes: InputClass[];
    beforeAll(async () => {
      parley = await subject.start();
      const { document } = parley;
      const beyondSchemas = { ...BEYOND_SCHEMAS, ...subject.beyondSchemas };
      context = { document, beyondSchemas, schemas: new DocumentSchemas(document) };
      classes = inputClasses([...registeredOf(parley, subject).values()], document);
    });
    afterAll(() => parley.stop());

    it('has the fields that the validator takes', async () => {
      for (const { dto, schema } of classes) {
        const validated = [...new Set(rulesOf(dto).map(({ propertyName }) => propertyName))].sort();
        assert.deepEqual([dto.name, Object.keys(schema.properties ?? {}).sort()], [dto.name, validated]);
      }
    });

    it('takes the values that the validator takes', async () => {
      const differences: string[] = [];
      for (const one of classes) differences.push(...(await differencesOf(one, context)));
      assert.deepEqual(differences, []);
    });

    for (const { operationId } of operationsOf(subject)) {
      it(`has valid examples of ${operationId}`, async () => {
        const { path, method } = registeredOf(parley, subject).get(operationId)!;
        for (const body of bodiesOf(context.document.paths[path]![method.toLowerCase()]!)) {
          const validate = context.schemas.validator(body.schema);
          const examples = examplesIn(body);
          assert.notEqual(examples.length, 0);
          for (const example of examples) assert.deepEqual([validate(example), validate.errors], [true, null]);
        }
      });
    }
  });
}

function bodiesOf({ requestBody, responses }: ApiOperation): MediaType[] {
  return [requestBody ?? {}, ...Object.values(responses)].flatMap((body) =>
    Object.values((body as { content?: Record<string, MediaType> }).content ?? {}),
  );
}

async function differencesOf(one: InputClass, context: Context): Promise<string[]> {
  const validate = context.schemas.validator(one.schema);
  const differences = new Set<string>();
  for (const [field, schema] of Object.entries(one.schema.properties ?? {})) {
    const rules = rulesOf(one.dto).filter(({ propertyName }) => propertyName === field);
    const bases = basesOf(one, rules, context.document);
    for (const probe of probesOf(rules, schema)) {
      if (one.isQuery && !canBeInQuery(probe)) continue;
      const broken = await brokenRules(one, bases, field, probe);
      const keywords = brokenKeywords(validate, field, one.isQuery ? readFromQuery(probe, schema) : probe);
      if (broken.length > 0 && broken.every((rule) => rule in context.beyondSchemas)) continue;
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
function basesOf({ schema }: InputClass, rules: readonly Rule[], document: ApiDocument): Fields[] {
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
