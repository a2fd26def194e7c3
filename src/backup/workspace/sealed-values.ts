import { type SecretKeys, Seal } from '../../common/secrets/seal';
import type { PlannedTable } from './export-plan';

/** Bytes as `row_to_json` writes them. */
const BYTES = /^\\x((?:[0-9a-f]{2})*)$/;

/** Removes and counts the sealed values that this installation cannot read. */
export class SealedValues {
  readonly unreadable: Record<string, number> = {};
  private readonly seals = new Map<string, Seal>();

  /** `knowsKey`: whether this installation knows the SECRET_KEY of the original. */
  constructor(
    private readonly keys: SecretKeys,
    private readonly knowsKey: boolean,
  ) {}

  /** The line without unreadable values. Null if nothing else remains. */
  readable({ name: table, keyed, sealed }: PlannedTable, line: string): string | null {
    if (!keyed) return line;
    const { row } = JSON.parse(line) as { row: Record<string, unknown> };
    const value = row[keyed.column];
    const purpose = sealed?.find(({ column }) => column === keyed.column)?.purpose ?? null;
    if (value === null || this.opens(value, purpose)) return line;
    this.unreadable[table] = (this.unreadable[table] ?? 0) + 1;
    if (keyed.without === 'row') return null;
    const left = Object.fromEntries(Object.entries(row).filter(([column]) => !keyed.without.includes(column)));
    return JSON.stringify({ table, row: left });
  }

  private opens(value: unknown, purpose: string | null): boolean {
    if (purpose === null) return this.knowsKey;
    const [, digits] = BYTES.exec(String(value)) ?? [];
    return digits !== undefined && this.sealFor(purpose).look(Buffer.from(digits, 'hex')) !== null;
  }

  private sealFor(purpose: string): Seal {
    const seal = this.seals.get(purpose) ?? new Seal(this.keys, purpose);
    this.seals.set(purpose, seal);
    return seal;
  }
}
