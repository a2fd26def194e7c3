import type { Component, Immutable, Plugin, React } from './system';

interface Auths {
  definitions: Immutable;
  authSelectors: { shownDefinitions(): Immutable };
  authActions: { showDefinitions(shown: false): void };
}

/** At the top of “Authorize”: which of the credentials a newcomer wants, and how to get it. */
export const authorizeGuide = ({ React }: { React: React }): Plugin => ({
  wrapComponents: {
    auths: (Original: Component) => (props: Auths) => {
      const h = React.createElement;
      const isFirst = props.authSelectors.shownDefinitions().get(0) === props.definitions;
      React.useEffect(() => {
        if (isFirst) focusFirst();
      }, [isFirst]);
      const to = (operationId: string): unknown => {
        const open = (event: Event): void => {
          event.preventDefault();
          props.authActions.showDefinitions(false);
          openOperation(operationId);
        };
        return h('a', { href: '#operations', onClick: open }, operationId);
      };
      return h(React.Fragment, null, isFirst ? guide(h, to) : null, h(Original, props));
    },
  },
});

function guide(h: React['createElement'], to: (operationId: string) => unknown): unknown {
  const code = (text: string): unknown => h('code', null, text);
  return h(
    'section',
    { className: 'authorize-guide' },
    h('h4', null, 'Which one do I need?'),
    h('p', null, 'One is enough. Begin with the first that fits:'),
    h(
      'ol',
      null,
      h(
        'li',
        null,
        h('b', null, 'You have an account: '),
        'run ',
        to('createSession'),
        ' and leave this dialog empty. The browser keeps the session. To create an account, run ',
        to('registerAccount'),
        ' and ',
        to('verifyAccountEmail'),
        '.',
      ),
      h(
        'li',
        null,
        h('b', null, 'You have a secret that begins with ca_: '),
        'paste it into ',
        code('accountCredential'),
        '. The demo prints one, and ',
        to('bootstrapAccountCredential'),
        ' creates one.',
      ),
      h(
        'li',
        null,
        h('b', null, 'You have a secret that begins with ck_: '),
        'paste it into ',
        code('workspaceKey'),
        '. Programs list agents and send chat turns with it. ',
        to('createWorkspaceKey'),
        ' creates one.',
      ),
    ),
    h(
      'p',
      null,
      'The others are for special cases: a token in place of a key, the visitor of a website, the token endpoint, and a session cookie to paste. Each operation shows the kinds that it accepts.',
    ),
  );
}

/** Swagger UI scrolls to the last field. */
function focusFirst(): void {
  const content = document.querySelector('.modal-ux-content');
  content?.querySelector('input')?.focus({ preventScroll: true });
  content?.scrollTo(0, 0);
}

function openOperation(operationId: string): void {
  const row = document.querySelector(`.opblock[id$="-${operationId}"]`);
  row?.scrollIntoView();
  row?.querySelector<HTMLElement>('.opblock-summary-control[aria-expanded="false"]')?.click();
}
