import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { ApiDocument, Schema } from '../../src/openapi/document.types';

/**
 * Validators for the schemas of an OpenAPI document. Each named schema is compiled once, however many refer to it, and so is each text
 * of a schema: hundreds of operations have the same errors.
 */
export class DocumentSchemas {
  private readonly ajv = addFormats(new Ajv2020({ strict: false, validateSchema: false, allErrors: true }));
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor({ components }: Pick<ApiDocument, 'components'>) {
    for (const [name, schema] of Object.entries(components.schemas)) {
      this.ajv.addSchema(JSON.parse(referring(schema)) as Schema, `schema:${name}`);
    }
  }

  /** Of a schema whose references are those of the document. */
  validator(schema: Schema): ValidateFunction {
    const text = referring(schema);
    const known = this.compiled.get(text) ?? this.ajv.compile(JSON.parse(text) as Schema);
    this.compiled.set(text, known);
    return known;
  }

  /** What the validator said last, in a line. */
  errorsOf({ errors }: ValidateFunction): string {
    return this.ajv.errorsText(errors);
  }
}

/** As text, in which references name schemas instead of places in the document. */
function referring(schema: Schema): string {
  return JSON.stringify(schema).replaceAll('"#/components/schemas/', '"schema:');
}
