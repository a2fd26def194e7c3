import { SetMetadata, type Type } from '@nestjs/common';

const SECTION = Symbol('section');

/** Describes the operations of a controller in the API documentation. */
export function Section(description: string): ClassDecorator {
  return SetMetadata(SECTION, description);
}

export function sectionOf(controller: Type): string | undefined {
  return Reflect.getMetadata(SECTION, controller) as string | undefined;
}
