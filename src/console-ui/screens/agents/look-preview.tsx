import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SelectField } from '../../kit';
import { useText } from '../../words/words';
import { type Agent, fileSettingsQuery } from './queries';

const SURFACES = ['widget', 'page'] as const;
const THEMES = ['system', 'light', 'dark'] as const;
const WIDTHS = ['narrow', 'wide'] as const;

/** The visitor's application with the values of the form, saved or not. It sends nothing. */
export function LookPreview({ draft }: { draft: Agent }): ReactNode {
  const text = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  const [surface, setSurface] = useState<(typeof SURFACES)[number]>('widget');
  const [ownTheme, setTheme] = useState<(typeof THEMES)[number] | null>(null);
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('narrow');
  // Files have settings of their own, which are saved at once.
  const files = useQuery(fileSettingsQuery(draft)).data?.visitorFiles ?? 'off';
  const { widgetConfig, voiceConfig, learningConfig, logoUrl, website, supportEmail } = draft;
  // Only the page of its own has a theme by the agent; a widget has that of the site around it.
  const theme = ownTheme ?? (surface === 'page' ? widgetConfig.chatPageTheme : 'system');
  useEffect(() => {
    // Sandboxed, the frame has an origin of its own, which no message can name. It is our document in any case.
    const post = (): void =>
      frame.current?.contentWindow?.postMessage(
        { widgetConfig, voiceConfig, learningConfig, files, logoUrl, website, supportEmail },
        '*',
      );
    const hear = ({ source, data }: MessageEvent<unknown>): void => {
      if (source === frame.current?.contentWindow && data === 'parley:look') post();
    };
    post();
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [widgetConfig, voiceConfig, learningConfig, files, logoUrl, website, supportEmail]);
  const query = new URLSearchParams({ surface, theme, locale: widgetConfig.labels.locale });
  return (
    <section className="look-preview" aria-labelledby="look-preview">
      <h2 id="look-preview">{text('look.preview')}</h2>
      <p className="soft">{text('look.previewHelp')}</p>
      <div className="filters">
        <SelectField
          label={text('look.surface')}
          options={SURFACES.map((value) => ({ value, name: text(`look.surface.${value}`) }))}
          value={surface}
          onChange={setSurface}
        />
        <SelectField
          label={text('look.theme')}
          options={THEMES.map((value) => ({
            value,
            name: text(value === 'system' ? 'look.systemTheme' : `look.theme.${value}`),
          }))}
          value={theme}
          onChange={setTheme}
        />
        <SelectField
          label={text('look.width')}
          options={WIDTHS.map((value) => ({ value, name: text(`look.width.${value}`) }))}
          value={width}
          onChange={setWidth}
        />
      </div>
      <iframe
        ref={frame}
        title={text('look.preview')}
        sandbox="allow-scripts"
        data-width={width}
        src={`/app/look?${query.toString()}`}
      />
    </section>
  );
}
