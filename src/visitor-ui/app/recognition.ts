/** As much of the Web Speech API as is used; TypeScript's library has none of it. */
export interface Recognition {
  lang: string;
  interimResults: boolean;
  continuous: boolean;
  processLocally?: boolean;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

interface RecognitionClass {
  new (): Recognition;
  available?: (options: { langs: string[]; processLocally: boolean }) => Promise<string>;
}

export function recognitionClass(): RecognitionClass | null {
  const page = window as unknown as Record<string, RecognitionClass | undefined>;
  return page['SpeechRecognition'] ?? page['webkitSpeechRecognition'] ?? null;
}

/** Whether this browser understands speech without sending it anywhere. */
export async function hearsLocally(lang: string): Promise<boolean> {
  try {
    return (await recognitionClass()?.available?.({ langs: [lang], processLocally: true })) === 'available';
  } catch {
    return false;
  }
}

/** What the visitor has accepted on this page, text by text. */
const accepted = new Set<string>();

/** What is to be accepted before the microphone is used: the customer's text, and who else may hear it. Empty: nothing. */
export function toAccept(texts: string[]): string {
  return texts.filter((text) => text !== '' && !accepted.has(text)).join(' ');
}

export function accept(texts: string[]): void {
  for (const text of texts) accepted.add(text);
}

/** The next person on this computer is asked again. */
export function forgetAccepted(): void {
  accepted.clear();
}

export interface Hearing {
  stop: () => void;
}

/** One spoken sentence or more, until a pause ends it. Null: nothing was understood. */
export function hear(
  lang: string,
  local: boolean,
  ended: (said: string | null, error: string | null) => void,
): Hearing {
  const recognition = new (recognitionClass()!)();
  recognition.lang = lang;
  recognition.interimResults = false;
  recognition.continuous = false;
  if (local) recognition.processLocally = true;
  let said = '';
  let problem: string | null = null;
  recognition.onresult = ({ results }) => {
    said = Array.from(results, (result) => result[0]!.transcript)
      .join(' ')
      .trim();
  };
  recognition.onerror = ({ error }) => (problem = error);
  recognition.onend = () => ended(said || null, problem);
  recognition.start();
  return { stop: () => recognition.stop() };
}

/** Whether the visitor has to do something before the microphone can be used. */
export function isBlocked(error: string | null): boolean {
  return error === 'not-allowed' || error === 'service-not-allowed' || error === 'audio-capture';
}
