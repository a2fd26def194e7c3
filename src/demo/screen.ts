import { wrapped } from './wrap';

const WIDEST = 88;
const LABEL = 9;

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

  /** Shows one HTTP call. */
  call(method: string, path: string, status: number, milliseconds: number): void {
    const shown = status < 400 ? this.styled(32, String(status)) : this.styled(31, String(status));
    const time = `${Math.round(milliseconds)} ms`.padStart(8);
    const room = this.width - 24;
    this.line(`  ${method.padEnd(6)} ${shortened(path, room).padEnd(room)} ${shown} ${this.styled(2, time)}`);
  }

  /** Shows a labelled text within its column. */
  labelled(label: string, text: string, emphasis: 'plain' | 'strong' | 'faint' = 'plain'): void {
    const style = { plain: 0, strong: 1, faint: 2 }[emphasis];
    wrapped(text, this.width - LABEL - 2).forEach((line, index) => {
      const margin = (index === 0 ? label : '').padEnd(LABEL);
      this.line(`  ${this.styled(2, margin)}${this.styled(style, line)}`);
    });
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

  private line(text: string): void {
    if (this.showsProgress) this.out.write('\r\u001b[2K');
    this.showsProgress = false;
    this.out.write(`${text}\n`);
  }

  private styled(style: number, text: string): string {
    return this.colour && style > 0 && text !== '' ? `\u001b[${style}m${text}\u001b[0m` : text;
  }
}

/** Shortens identifiers to their last characters, because the first ones, the time, are often equal. */
function shortened(path: string, room: number): string {
  const short = path.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{8}([0-9a-f]{4})/g, '…$1');
  return short.length > room ? `${short.slice(0, room - 1)}…` : short;
}
