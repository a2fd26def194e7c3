import { ofDocument } from './page-document';

interface Policy {
  createScriptURL: (address: string) => string;
}
interface PolicyOwner {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  [POLICY]?: Policy;
}

/** A page may allow each policy once only, so the next copy of this script takes the one that is there. */
const POLICY = Symbol.for('parley');
const page = window as unknown as PolicyOwner;

export interface ServiceScripts {
  /** `answered` gets null if there is no answer. */
  ask: <Answer>(name: string, locale: string | null, answered: (answer: Answer | null) => void) => void;
  /** Finds the reason that there is no chat, a sentence for the developer of the page. */
  explain: (explained: (reason: string) => void) => void;
  end: () => void;
}

/**
 * Asks the service by scripts, so that the page's Content-Security-Policy needs no `connect-src`. An answer is an event
 * at the script element.
 */
export function serviceScripts(tag: HTMLScriptElement, agentId: string): ServiceScripts {
  const { origin } = new URL(tag.src);
  /** The directive of the page that has blocked a script or the frame of the service. */
  let blockedBy = '';
  const onViolation = ({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (disposition === 'enforce' && blockedURI.startsWith(origin)) blockedBy = effectiveDirective;
  };
  document.addEventListener('securitypolicyviolation', onViolation);

  const ask: ServiceScripts['ask'] = <Answer>(
    name: string,
    locale: string | null,
    answered: (answer: Answer | null) => void,
  ) => {
    const script = document.createElement('script');
    script.referrerPolicy = 'strict-origin';
    // Browsers empty the attribute, but not the property.
    script.nonce = tag.nonce;
    script.addEventListener('parley', (event) => answered((event as CustomEvent<Answer>).detail));
    script.onload = () => script.remove();
    script.onerror = () => {
      script.remove();
      answered(null);
    };
    const query = locale ? `?locale=${encodeURIComponent(locale)}` : '';
    try {
      script.src = trusted(`${origin}/widget/${encodeURIComponent(agentId)}/${name}${query}`);
    } catch {
      blockedBy = 'trusted-types';
      return answered(null);
    }
    ofDocument('head').append(script);
  };
  const reason = (refusal: string | null): string => {
    if (refusal) return `Agent ${agentId} ${refusal}`;
    return blockedBy ? `The page's policy (${blockedBy}) blocks ${origin}.` : `${origin} did not answer.`;
  };

  return {
    ask,
    explain: (explained) => {
      if (blockedBy) explained(reason(null));
      else ask<string>('refusal.js', null, (refusal) => explained(reason(refusal)));
    },
    end: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}

/** For pages with Trusted Types. If they allow no policy of this name, their default policy decides. */
function trusted(address: string): string {
  try {
    page[POLICY] ??= page.trustedTypes?.createPolicy('parley', { createScriptURL: (one) => one });
  } catch {
    // The assignment shows whether the address is allowed.
  }
  return page[POLICY]?.createScriptURL(address) ?? address;
}
