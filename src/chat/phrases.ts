export interface Phrases {
  noAnswer: string;
  handedOff: string;
}

/** What an agent says when it has no answer of its own; nothing here states a fact. By language subtag. */
const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    noAnswer: 'I could not find an answer to that. Could you put it differently?',
    handedOff: 'I am handing this over to a person, who will answer here.',
  },
  de: {
    noAnswer: 'Dazu habe ich keine Antwort gefunden. Können Sie es anders formulieren?',
    handedOff: 'Ich gebe das an einen Menschen weiter, der hier antworten wird.',
  },
  fr: {
    noAnswer: 'Je n’ai pas trouvé de réponse. Pourriez-vous le formuler autrement ?',
    handedOff: 'Je transmets votre demande à une personne, qui vous répondra ici.',
  },
  es: {
    noAnswer: 'No he encontrado una respuesta. ¿Podría decirlo de otra manera?',
    handedOff: 'Paso su consulta a una persona, que le responderá aquí.',
  },
  it: {
    noAnswer: 'Non ho trovato una risposta. Può dirlo in un altro modo?',
    handedOff: 'Passo la richiesta a una persona, che le risponderà qui.',
  },
  pt: {
    noAnswer: 'Não encontrei uma resposta. Pode dizer de outra forma?',
    handedOff: 'Vou passar o pedido a uma pessoa, que responderá aqui.',
  },
  nl: {
    noAnswer: 'Daar heb ik geen antwoord op gevonden. Kunt u het anders zeggen?',
    handedOff: 'Ik geef dit door aan een medewerker, die hier zal antwoorden.',
  },
};

/** The phrases of the first of these BCP 47 tags that has any, else English. */
export function phrasesFor(...tags: readonly (string | null | undefined)[]): Phrases {
  for (const tag of tags) {
    const phrases = PHRASES[(tag ?? '').toLowerCase().split('-')[0] ?? ''];
    if (phrases) return phrases;
  }
  return PHRASES['en'] as Phrases;
}
