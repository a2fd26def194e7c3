import { HELLO, PORT, type ToApplication, type ToLoader } from '../protocol';

/** How long a document that has loaded may keep silent. */
const SILENCE_MS = 2_000;

/** The iframe with the chat. Its port comes after one handshake, in which both sides look at origin and source. */
export class Frame {
  readonly element = document.createElement('iframe');
  private port: MessagePort | null = null;
  /** Of the document that is loading or has just loaded. */
  private spoken = false;
  private attempts = 0;
  private address = '';
  private documents = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param greeted once for each document that is there: what it has to know */
  constructor(
    private readonly origin: string,
    private readonly heard: (message: ToLoader) => void,
    private readonly greeted: () => void,
    private readonly failed: () => void,
  ) {
    this.element.id = 'chat';
    this.element.referrerPolicy = 'strict-origin';
    this.element.onload = this.onLoad;
    window.addEventListener('message', this.onMessage);
  }

  load(address: string, { title, microphone }: { title: string; microphone: boolean }): void {
    this.port = null;
    this.spoken = false;
    this.attempts = 0;
    this.element.title = title;
    if (microphone) this.element.allow = 'microphone; on-device-speech-recognition';
    // The fragment tells the frame whom to greet where no referrer does; it is the origin that its document's CSP admits.
    this.address = address;
    this.ask();
  }

  get isThere(): boolean {
    return this.port !== null;
  }

  /** Until the frame has said that it is there, nobody hears it. */
  say(message: ToApplication): void {
    this.port?.postMessage(message);
  }

  end(): void {
    window.removeEventListener('message', this.onMessage);
    clearTimeout(this.timer);
    this.port?.close();
    this.element.remove();
  }

  /** Its script runs before a document has loaded: where it has said nothing, it did not come, and is asked for once more. */
  private readonly onLoad = (): void => {
    clearTimeout(this.timer);
    if (this.address) this.timer = setTimeout(() => this.look(), SILENCE_MS);
  };

  /** Counted, because an address that differs in nothing but its fragment, or in nothing, is not asked for again. */
  private ask(): void {
    const { address, documents } = this;
    this.documents++;
    const query = documents > 0 ? `&document=${documents}` : '';
    this.element.src = `${address}${query}#${encodeURIComponent(location.origin)}`;
  }

  private look(): void {
    const { spoken } = this;
    this.spoken = false;
    if (spoken) this.attempts = 0;
    else if (this.attempts++ === 0) this.ask();
    else this.failed();
  }

  private readonly onMessage = (event: MessageEvent): void => {
    const { contentWindow } = this.element;
    if (!contentWindow || event.source !== contentWindow || event.origin !== this.origin || event.data !== HELLO)
      return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<ToLoader>) => this.heard(data);
    contentWindow.postMessage(PORT, this.origin, [port2]);
    this.port?.close();
    this.port = port1;
    this.spoken = true;
    this.greeted();
  };
}
