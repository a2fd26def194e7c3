import { HELLO, PORT, type ToApplication, type ToLoader } from '../protocol';

/** The iframe with the chat. Its port comes after one handshake, in which both sides look at origin and source. */
export class Frame {
  readonly element = document.createElement('iframe');
  private port: MessagePort | null = null;
  private readonly waiting: ToApplication[] = [];

  constructor(
    private readonly origin: string,
    private readonly heard: (message: ToLoader) => void,
  ) {
    this.element.id = 'chat';
    this.element.referrerPolicy = 'strict-origin';
    window.addEventListener('message', this.onMessage);
  }

  load(address: string, { title, microphone }: { title: string; microphone: boolean }): void {
    this.port = null;
    this.element.title = title;
    if (microphone) this.element.allow = 'microphone';
    // The fragment tells the frame whom to greet where no referrer does; it is the origin that its document's CSP admits.
    this.element.src = `${address}#${encodeURIComponent(location.origin)}`;
  }

  /** Kept until the frame has said that it is there. */
  say(message: ToApplication): void {
    if (this.port) this.port.postMessage(message);
    else this.waiting.push(message);
  }

  end(): void {
    window.removeEventListener('message', this.onMessage);
    this.port?.close();
    this.element.remove();
  }

  private readonly onMessage = (event: MessageEvent): void => {
    const { contentWindow } = this.element;
    if (!contentWindow || event.source !== contentWindow || event.origin !== this.origin || event.data !== HELLO)
      return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<ToLoader>) => this.heard(data);
    contentWindow.postMessage(PORT, this.origin, [port2]);
    this.port = port1;
    for (const message of this.waiting.splice(0)) port1.postMessage(message);
  };
}
