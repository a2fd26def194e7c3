import { ensureComplete, pluginModels } from '../../src/openapi/plugin-models';
import { schemaName } from '../../src/openapi/schema-names';
import { describeDocument } from './suites/document';
import { GLOBALS } from './suites/runner';
import { THE_TREE } from './suites/subject';
import { committedDocument } from '../support/committed-document';

const document = committedDocument();

describeDocument(THE_TREE, GLOBALS);

describe('what a class declares and what openapi.json says', () => {
  it('are the same fields, of answers too', async () => {
    const described = [...(await pluginModels()).values()].flatMap(({ dto }) => {
      const made = dto as new () => object;
      const schema = document.components.schemas[schemaName(made.name)];
      // One that is made of another class has the fields of that class, which are not its own.
      const isMapped =
        !(schemaName(Object.getPrototypeOf(made).name as string) in document.components.schemas) &&
        Object.keys(new made()).length === 0;
      return schema && !isMapped
        ? [[made.name, Object.keys(new made()).sort(), Object.keys(schema.properties ?? {}).sort()]]
        : [];
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
