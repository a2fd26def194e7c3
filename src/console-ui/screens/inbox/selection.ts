/** The most conversations that one action changes. */
export const MOST_SELECTED = 100;

/** The conversations that one action will change together. */
export class Selection {
  private ids: readonly string[] = [];
  private readonly listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** The same array until it changes. */
  readonly all = (): readonly string[] => this.ids;

  has(id: string): boolean {
    return this.ids.includes(id);
  }

  /** @returns whether there was room for it */
  set(id: string, isSelected: boolean): boolean {
    const others = this.ids.filter((one) => one !== id);
    if (isSelected && others.length >= MOST_SELECTED) return false;
    this.replace(isSelected ? [...others, id] : others);
    return true;
  }

  replace(ids: readonly string[]): void {
    this.ids = ids;
    for (const listener of this.listeners) listener();
  }
}
