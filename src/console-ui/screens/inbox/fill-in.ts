import { literal } from '../../words/literal';

const VARIABLE = /\\\{\{|\{\{\s*([\w.-]+)\s*(?:\|[^}]*)?\}\}/g;

/**
 * Puts values where the service has left variables out of a saved reply: it answers with the text and the names without a value, and
 * the template says where they stand. Null where the two do not fit, as after a change of the template in between.
 */
export function fillIn(template: string, rendered: string, values: Readonly<Record<string, string>>): string | null {
  let pattern = '^';
  let end = 0;
  const names: (string | null)[] = [];
  for (const match of template.matchAll(VARIABLE)) {
    pattern += literal(template.slice(end, match.index));
    end = match.index + match[0].length;
    const name = match[1];
    if (name === undefined) pattern += literal('{{');
    else {
      names.push(name in values ? name : null);
      pattern += name in values ? '()' : '([^]*?)';
    }
  }
  const found = new RegExp(`${pattern}${literal(template.slice(end))}$`, 'd').exec(rendered);
  if (!found) return null;
  let text = '';
  let at = 0;
  names.forEach((name, index) => {
    const place = found.indices![index + 1]!;
    text += rendered.slice(at, place[0]) + (name === null ? rendered.slice(...place) : (values[name] ?? ''));
    at = place[1];
  });
  return text + rendered.slice(at);
}
