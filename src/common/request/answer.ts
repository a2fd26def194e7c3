import { JsonText } from './json-text';
import type { RequestContext } from './request-context';

/** Success headers that follow from the declaration (no-store, Location), and bodies that are JSON text already. */
export function answer({ operation, response, baseUrl }: RequestContext, body: unknown): unknown {
  // A stream of events has a stricter one.
  if (operation?.noStore && !response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  if (operation?.location) {
    const resource = body instanceof JsonText ? (JSON.parse(body.text) as object) : (body as object);
    response.setHeader('Location', baseUrl + filled(operation.location, resource));
  }
  if (!(body instanceof JsonText)) return body;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  return body.text;
}

/** `/workspaces/{id}` with the resource's own fields. */
function filled(template: string, resource: object): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => String((resource as Record<string, unknown>)[name]));
}
