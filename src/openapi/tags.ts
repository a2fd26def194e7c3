import type { RegisteredOperation } from '../common/operations/registered-operation';
import { sectionOf } from '../common/operations/section.decorator';
import { capitalized } from '../common/text/capitalized';
import type { ApiDocument } from './document.types';
import { apiTagsOf } from './swagger-metadata';

/** The tag of `@ApiTags`, or else the controller's name: `KnowledgeGapsController` → `Knowledge gaps`. */
export function tagOf({ controller, controllerClass }: RegisteredOperation): string {
  const [declared] = apiTagsOf(controllerClass);
  if (declared) return declared;
  const words = controller
    .replace(/Controller$/, '')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capitalized(words);
}

/** Every tag once, with the `@Section` of one of its controllers as its description. */
export function tagsOf(operations: readonly RegisteredOperation[]): ApiDocument['tags'] {
  const tags = new Map<string, string>();
  for (const operation of operations) {
    const name = tagOf(operation);
    const description = sectionOf(operation.controllerClass) ?? tags.get(name);
    tags.set(name, description ?? `Operations on ${name.toLowerCase()}.`);
  }
  return [...tags].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, description]) => ({ name, description }));
}
