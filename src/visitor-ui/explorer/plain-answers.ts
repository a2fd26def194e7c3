import type { Component, Plugin, System } from './system';

/** Highlighting takes the browser a second for every 30 KB. */
const LONGEST_HIGHLIGHTED = 60_000;

interface Text {
  children?: unknown;
}

/** Shows long answers, such as that of listCapabilities, without colors: to color them freezes the page. */
export const plainAnswers = (system: System): Plugin => ({
  wrapComponents: {
    SyntaxHighlighter: (Original: Component) => (props: Text) => {
      const { children } = props;
      return typeof children === 'string' && children.length > LONGEST_HIGHLIGHTED
        ? system.React.createElement(system.getComponent('PlainTextViewer'), null, children)
        : system.React.createElement(Original, props);
    },
  },
});
