import { atPresent } from './current-times';
import type { Plugin, System } from './system';

type Value = Record<string, unknown>;
type Resolve = (document: Value, path: string[], options: object) => unknown;

/** Of an operation, what its row, the filter and “Authorize” read. */
const OF_ROWS = ['operationId', 'summary', 'description', 'tags', 'security', 'x-access'];
const REFERENCE = /^#\/components\/(\w+)\/([^/]+)$/;

/**
 * Swagger UI reads a document as YAML, keeps it as immutable maps, and walks all of it for each part that it resolves:
 * seconds of a browser's time. It gets the rows, from JSON; and when an operation is opened, that operation with the
 * components to which it refers.
 */
export const byOperation = ({ fn: { resolveSubtree } }: System): Plugin => {
  let whole: Value = {};
  return {
    fn: {
      resolveSubtree: (_rows: Value, path: string[], options: object) =>
        (resolveSubtree as Resolve)(part(whole, path), path, options),
    },
    statePlugins: {
      spec: {
        wrapActions: {
          parseToJson:
            (_asYaml: never, { specActions, specSelectors }: System) =>
            (text?: string) => {
              whole = JSON.parse(text ?? specSelectors.specStr()) as Value;
              return specActions.updateJsonSpec(rows(whole));
            },
        },
      },
    },
  };
};

function rows({ paths, components, ...frame }: Value): Value {
  const { securitySchemes } = components as Value;
  const row = (operation: Value): Value =>
    Object.fromEntries(OF_ROWS.flatMap((field) => (field in operation ? [[field, operation[field]]] : [])));
  return {
    ...frame,
    paths: mapValues(paths as Value, (methods) => mapValues(methods as Value, (one) => row(one as Value))),
    components: { securitySchemes },
  };
}

function part(document: Value, path: readonly string[]): Value {
  const result: Value = { openapi: document['openapi'] };
  const wanted = presentDay(path.reduce<unknown>((at, key) => (at as Value | undefined)?.[key], document));
  put(result, path, wanted);
  const copyReferences = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const [, kind, name] = REFERENCE.exec(String((value as Value)['$ref'])) ?? [];
    if (kind && name && !component(result, kind, name)) {
      put(result, ['components', kind, name], component(document, kind, name));
      copyReferences(component(document, kind, name));
    }
    for (const inner of Object.values(value)) copyReferences(inner);
  };
  copyReferences(wanted);
  return result;
}

/** An operation, with the examples of its body moved to the present. */
function presentDay(operation: unknown): unknown {
  const { requestBody } = (operation ?? {}) as { requestBody?: Value };
  if (!requestBody) return operation;
  const content = mapValues(requestBody['content'] as Value, (type) => {
    const { schema, ...examples } = type as Value;
    return { schema, ...atPresent(examples, Date.now()) };
  });
  return { ...(operation as Value), requestBody: { ...requestBody, content } };
}

function component({ components }: Value, kind: string, name: string): unknown {
  return (components as Record<string, Value | undefined> | undefined)?.[kind]?.[name];
}

function put(document: Value, path: readonly string[], value: unknown): void {
  const holder = path.slice(0, -1).reduce<Value>((inner, key) => (inner[key] ??= {}) as Value, document);
  holder[path.at(-1)!] = value;
}

function mapValues(record: Value, map: (value: unknown) => unknown): Value {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
