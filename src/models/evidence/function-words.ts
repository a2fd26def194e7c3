/** Verbs and particles of directions and politeness, which add no facts to a sentence. */
const LIGHT = new Set(
  [
    'go get take make use see click tap press open choose select please also simply just yes no sure here first then next',
    'gehen gehe klicken tippen drücken öffnen wählen bitte auch einfach ja nein hier zuerst dann danach sehen machen',
    'aller allez cliquez appuyez ouvrez choisissez sélectionnez veuillez aussi simplement oui non ici puis ensuite faire',
    'vaya ir haga clic pulse abra elija seleccione favor también sí aquí primero luego hacer',
    'vada vai clicca premi apri scegli seleziona prego anche semplicemente sì qui prima poi fare',
    'vá ir clique toque abra escolha selecione favor também sim aqui primeiro depois fazer',
    'ga klik tik open kies selecteer alstublieft ook gewoon ja nee hier eerst dan daarna maken',
    'gå klicka tryck öppna välj också bara ja nej här först sedan klik tryk åbn vælg også kun nej her trykk åpne velg',
  ]
    .join(' ')
    .split(' '),
);

/** Stop words that follow a subject; after a command come articles, prepositions and pronouns. */
const AUXILIARIES = new Set(
  [
    'is are was were be been has have had can could will would may might must shall should do does did',
    'ist sind war waren wird werden wurde wurden hat haben hatte kann können muss müssen darf soll',
    'est sont était étaient sera seront a ont avait peut peuvent doit doivent',
    'es son está están fue era será ha han había puede debe hay',
    'è sono era erano sarà ha hanno aveva può deve',
    'é são está estão foi era será tem têm pode deve',
    'is zijn was waren wordt worden heeft hebben kan kunnen moet mag zal',
    'är var blir har hade kan ska skall måste er bliver havde skal må ble hadde skal',
    'on oli ovat van volt был была были есть var idi',
  ]
    .join(' ')
    .split(' '),
);

export function isLight(word: string): boolean {
  return LIGHT.has(word);
}

export function isAuxiliary(word: string): boolean {
  return AUXILIARIES.has(word);
}
