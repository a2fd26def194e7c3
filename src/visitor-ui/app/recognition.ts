/** The parts of the Web Speech API that are used. TypeScript's library does not have them. */
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

/** Whether this browser recognizes speech without sending it to a server. */
export async function hearsLocally(lang: string): Promise<boolean> {
  try {
    return (await recognitionClass()?.available?.({ langs: [lang], processLocally: true })) === 'available';
  } catch {
    return false;
  }
}

/** The consent texts that the visitor has accepted on this page. */
const accepted = new Set<string>();

/**
 * The consent texts to accept before the microphone is used: the customer's text, and who else may process the speech.
 * Empty: none.
 */
export function toAccept(texts: string[]): string {
  return texts.filter((text) => text !== '' && !accepted.has(text)).join(' ');
}

export function accept(texts: string[]): void {
  for (const text of texts) accepted.add(text);
}

/** Forgets the consent, so that the next person on this computer is asked again. */
export function forgetAccepted(): void {
  accepted.clear();
}

export interface Hearing {
  stop: () => void;
}

/** Recognizes speech until a pause. Null: nothing was recognized. */
export function hear(
  lang: string,
  local: boolean,
  ended: (transcript: string | null, error: string | null) => void,
): Hearing {
  const recognition = new (recognitionClass()!)();
  recognition.lang = lang;
  recognition.interimResults = false;
  recognition.continuous = false;
  if (local) recognition.processLocally = true;
  let transcript = '';
  let problem: string | null = null;
  recognition.onresult = ({ results }) => {
    transcript = Array.from(results, (result) => result[0]!.transcript)
      .join(' ')
      .trim();
  };
  recognition.onerror = ({ error }) => (problem = error);
  recognition.onend = () => ended(transcript || null, problem);
  recognition.start();
  return { stop: () => recognition.stop() };
}

/** Whether the visitor must act before the microphone can be used. */
export function isBlocked(error: string | null): boolean {
  return error === 'not-allowed' || error === 'service-not-allowed' || error === 'audio-capture';
}
