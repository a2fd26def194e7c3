import { HELLO, PORT, type ToApplication, type ToLoader } from '../protocol';

/** How long a loaded document may stay silent, in milliseconds. */
const SILENCE_MS = 2_000;

/** The iframe with the chat. It gets its port after one handshake, in which both sides check origin and source. */
export class Frame {
  readonly element = document.createElement('iframe');
  private port: MessagePort | null = null;
  /** The address of the document that is loading or has just loaded. */
  private spoken = false;
  private attempts = 0;
  private address = '';
  private documents = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param greeted called once for each document, to send its initial state */
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
    // The fragment names the origin to greet if there is no referrer. The document's CSP allows this origin.
    this.address = address;
    this.ask();
  }

  get isThere(): boolean {
    return this.port !== null;
  }

  /** Messages are dropped until the document has greeted. */
  say(message: ToApplication): void {
    this.port?.postMessage(message);
  }

  end(): void {
    window.removeEventListener('message', this.onMessage);
    clearTimeout(this.timer);
    this.port?.close();
    this.element.remove();
  }

  /**
   * The script runs before the document has loaded. If it stayed silent, it did not load and is requested once more.
   */
  private readonly onLoad = (): void => {
    clearTimeout(this.timer);
    if (this.address) this.timer = setTimeout(() => this.look(), SILENCE_MS);
  };

  /**
   * The counter makes the address different: a browser does not load an address again that differs only in its
   * fragment.
   */
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
