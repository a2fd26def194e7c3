import { DefaultNamingStrategy } from 'typeorm';

/** Maps `createdAt` in TypeScript to `created_at` in the database. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return (
      customName ?? [...prefixes, propertyName].join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    );
  }
}
