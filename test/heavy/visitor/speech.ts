/**
 * For a page: recognition and voices with the API of browsers, controlled by the test, since no browser here has a
 * microphone or a speaker. `speak('…')` is speech of the visitor, `fail('…')` an error, `spoken` the text that was
 * spoken.
 */
export const SPEECH = `
  window.spoken = [];
  window.used = [];
  window.SpeechRecognition = class {
    static available() { return Promise.resolve(window.hearsLocally ? 'available' : 'downloadable'); }
    start() { window.ear = this; window.used.push({ lang: this.lang, locally: this.processLocally === true }); }
    stop() { this.onend?.(); }
    abort() { this.onend?.(); }
  };
  window.speak = (transcript) => {
    const { ear } = window;
    const result = Object.assign([{ transcript }], { isFinal: true });
    ear.onresult?.({ results: [result] });
    ear.onend?.();
  };
  window.fail = (error) => { window.ear.onerror?.({ error }); window.ear.onend?.(); };
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const voices = [
    { voiceURI: 'urn:anna', name: 'Anna', lang: 'de-DE' },
    { voiceURI: 'urn:kate', name: 'Kate', lang: 'en-GB' },
    { voiceURI: 'urn:sam', name: 'Sam', lang: 'en-US' },
  ];
  Object.defineProperty(window, 'speechSynthesis', { value: {
    getVoices: () => voices,
    speak: ({ text, lang, voice, onend }) => { window.spoken.push({ text, lang, voice: voice && voice.name }); setTimeout(onend, 20); },
    cancel: () => {},
  } });`;
