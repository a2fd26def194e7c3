import { JsonText } from './json-text';
import type { RequestContext } from './request-context';

/** Sets the success headers that follow from the declaration (no-store, Location), and passes on bodies that are already JSON text. */
export function answer({ operation, response, baseUrl }: RequestContext, body: unknown): unknown {
  // A stream of events has already set a stricter value.
  if (operation?.noStore && !response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  if (operation?.location) {
    const resource = body instanceof JsonText ? (JSON.parse(body.text) as object) : (body as object);
    response.setHeader('Location', baseUrl + filled(operation.location, resource));
  }
  if (!(body instanceof JsonText)) return body;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  return body.text;
}

/** Fills a template such as `/workspaces/{id}` with fields of the resource. `{webhook.id}` is a field of its field `webhook`. */
function filled(template: string, resource: object): string {
  return template.replace(/\{([\w.]+)\}/g, (_match, path: string) => String(path.split('.').reduce(field, resource)));
}

function field(value: unknown, name: string): unknown {
  return (value as Record<string, unknown>)[name];
}
