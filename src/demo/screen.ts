import { wrapped } from './wrap';

const WIDEST = 88;
const LABEL = 9;
/** The most lines of an excerpt. */
const EXCERPT = 2;
/** The width of a progress bar. */
const BAR = 30;

/** The output of the demonstration: narrow and aligned, with colors only on a terminal (unless NO_COLOR is set). */
export class Screen {
  private readonly width: number;
  private readonly colour: boolean;
  private showsProgress = false;

  constructor(
    private readonly out: NodeJS.WriteStream,
    environment: NodeJS.ProcessEnv,
  ) {
    this.width = Math.max(40, Math.min(WIDEST, (out.columns || WIDEST) - 1));
    this.colour = out.isTTY && !environment['NO_COLOR'];
  }

  blank(): void {
    this.line('');
  }

  heading(text: string): void {
    this.line('');
    this.line(this.styled(1, text));
  }

  text(text: string): void {
    for (const line of wrapped(text, this.width)) this.line(line);
  }

  /** Shows a labelled text within its column. */
  labelled(label: string, text: string, emphasis: 'plain' | 'strong' | 'faint' = 'plain'): void {
    const style = { plain: 0, strong: 1, faint: 2 }[emphasis];
    wrapped(text, this.width - LABEL - 2).forEach((line, index) => {
      const margin = (index === 0 ? label : '').padEnd(LABEL);
      this.line(`  ${this.styled(2, margin)}${this.styled(style, line)}`);
    });
  }

  /** Shows the beginning of a longer text, within its column. */
  excerpt(label: string, text: string, emphasis: 'plain' | 'strong' | 'faint' = 'plain'): void {
    const lines = wrapped(text, this.width - LABEL - 4);
    const shown = lines.slice(0, EXCERPT).join(' ');
    this.labelled(label, lines.length > EXCERPT ? `${shown} …` : shown, emphasis);
  }

  /** Shows text unchanged, to be copied. */
  verbatim(text: string): void {
    for (const line of text.split('\n')) this.line(`  ${line}`);
  }

  /** Shows progress that replaces itself on a terminal. Elsewhere, shows nothing. */
  progress(text: string): void {
    if (!this.out.isTTY) return;
    this.out.write(`\r\u001b[2K  ${this.styled(2, text.slice(0, this.width))}`);
    this.showsProgress = true;
  }

  /** Shows how much of the work is done, as progress. */
  bar(work: string, done: number, total: number): void {
    const full = Math.round((BAR * done) / Math.max(total, 1));
    this.progress(`${work.padEnd(LABEL + 1)}${'█'.repeat(full)}${'░'.repeat(BAR - full)}  ${done} of ${total}`);
  }

  private line(text: string): void {
    if (this.showsProgress) this.out.write('\r\u001b[2K');
    this.showsProgress = false;
    this.out.write(`${text}\n`);
  }

  private styled(style: number, text: string): string {
    return this.colour && style > 0 && text !== '' ? `\u001b[${style}m${text}\u001b[0m` : text;
  }
}
