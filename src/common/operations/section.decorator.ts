import { SetMetadata, type Type } from '@nestjs/common';

const SECTION = Symbol('section');

/** What a controller's operations are about, for the reader of the API's documentation. */
export function Section(description: string): ClassDecorator {
  return SetMetadata(SECTION, description);
}

export function sectionOf(controller: Type): string | undefined {
  return Reflect.getMetadata(SECTION, controller) as string | undefined;
}
