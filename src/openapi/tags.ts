import type { RegisteredOperation } from '../common/operations/registered-operation';
import { sectionOf } from '../common/operations/section.decorator';
import type { ApiDocument } from './document.types';

/** `WorkspaceKeysController` → `Workspace keys`. */
export function tagOf({ controller }: RegisteredOperation): string {
  const words = controller
    .replace(/Controller$/, '')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One tag for each controller, described by its `@Section`. */
export function tagsOf(operations: readonly RegisteredOperation[]): ApiDocument['tags'] {
  const tags = new Map(operations.map((operation) => [tagOf(operation), sectionOf(operation.controllerClass)]));
  return [...tags]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, description]) => ({ name, description: description ?? `Operations on ${name.toLowerCase()}.` }));
}
