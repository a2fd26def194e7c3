/** Each passage of a section has it; real ones are shorter. */
export const LONGEST_ANCHOR = 200;

/**
 * Which place of an HTML page each of its sections begins at: the id of its heading, of what is inside the heading, or of
 * what opens right before it. It hears of elements, text and headings in their order.
 */
export class SectionAnchors {
  /** By level of heading, from 1. */
  private readonly open: (string | null)[] = [];
  private nearest: string | null = null;
  private ofHeading: string | null | undefined = undefined;
  private isFirst = true;

  /** Of the innermost section that has one. */
  get current(): string | null {
    return this.open.findLast((anchor) => anchor != null) ?? null;
  }

  /** Levels of headings, of which some may not be open. */
  get depth(): number {
    return this.open.length;
  }

  /** Ends the sections below so many levels. */
  close(depth: number): void {
    this.open.length = Math.min(this.open.length, depth);
    this.nearest = null;
  }

  enter(isHeading: boolean, id: string | null): void {
    const anchor = id === null || id === '' || id.length > LONGEST_ANCHOR || /\s/.test(id) ? null : id;
    if (isHeading) this.ofHeading = anchor;
    else if (this.ofHeading !== undefined) this.ofHeading ??= anchor;
    else this.nearest = anchor ?? this.nearest;
  }

  /** Text between two headings: what opened before it names that, and not the next heading. */
  text(): void {
    if (this.ofHeading === undefined) this.nearest = null;
  }

  /** A heading that says nothing opens no section. */
  skipHeading(): void {
    this.ofHeading = undefined;
  }

  endHeading(level: number): void {
    const anchor = this.ofHeading ?? this.nearest;
    // The first one is the page's own.
    const isOfPage = this.isFirst && level === 1;
    this.open.length = Math.min(this.open.length, level - 1);
    this.open[level - 1] = isOfPage ? null : anchor;
    this.isFirst = false;
    this.nearest = null;
    this.ofHeading = undefined;
  }
}
