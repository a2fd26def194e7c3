/** Of each word one form: “take place” says no more than “happen”, “in order to” no more than “to”. */
const PHRASES = [
  'take|takes|took|taken|taking place|part|care',
  'make|makes|made|making sense|sure',
  'in order to|that',
  'in case|addition|general|particular|common|fact|total',
  'of course',
  'at least|most|once',
  'for example|instance',
  'zum beispiel',
  'im allgemeinen',
  'avoir|a|ont|eu lieu',
  'par exemple',
  'en général|general',
  'tener|tiene|tienen|tuvo|tuvieron|tenido lugar',
  'por ejemplo',
].map((phrase) => phrase.split(' ').map((forms) => new Set(forms.split('|'))));

/** The places of words that only together mean something, which is not what each of them names: no answer needs to say them. */
export function setPhrases(asked: readonly string[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const at of asked.keys()) {
    for (const phrase of PHRASES) {
      if (phrase.every((forms, index) => forms.has(asked[at + index] ?? ''))) {
        for (const index of phrase.keys()) places.add(at + index);
      }
    }
  }
  return places;
}
