import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shared } from './shared';
import type { Device, Words } from './types';

export function DeviceList(shared: Shared): JSX.Element {
  const { state, words } = shared;
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{words.devices}</h2>
      {state.devices.length === 0 ? (
        <p class="small">{words.none}</p>
      ) : (
        <ul class="devices">
          {state.devices.map((device) => (
            <Entry key={device.id} device={device} {...shared} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({ device, ...shared }: Shared & { device: Device }): JSX.Element {
  const { model, state, words, locale } = shared;
  const [asking, setAsking] = useState<'rename' | 'remove' | null>(null);
  const buttons = useRef<Record<string, HTMLButtonElement | null>>({});
  const previous = useRef(asking);
  // Returns the keyboard focus to where it was.
  useEffect(() => {
    if (asking === null && previous.current !== null) buttons.current[previous.current]?.focus();
    previous.current = asking;
  }, [asking]);
  const asks = (what: 'rename' | 'remove') => ({
    ref: (button: HTMLButtonElement | null): void => void (buttons.current[what] = button),
    onClick: (): void => setAsking(what),
  });
  const { status, label, needsAttention } = device;
  const problem = problemOf(device, words);
  const named = (action: string): string => `${action}: ${label}`;
  return (
    <li class="card" aria-label={label}>
      <div class="head">
        <h3>
          <bdi>{label}</bdi>
          {device.id === state.ownId && <span class="own">{words.thisDevice}</span>}
        </h3>
        <span class={`status ${needsAttention ? 'attention' : status}`}>{words[status]}</span>
      </div>
      <p class="small">
        {device.lastSuccessAt === null ? words.neverSent : `${words.lastSent} ${moment(device.lastSuccessAt, locale)}`}
      </p>
      {problem && <p class={needsAttention ? 'wrong' : 'small'}>{problem}</p>}
      {asking === 'rename' ? (
        <Rename device={device} done={() => setAsking(null)} {...shared} />
      ) : asking === 'remove' ? (
        <Remove device={device} done={() => setAsking(null)} {...shared} />
      ) : (
        <div class="actions">
          {status !== 'revoked' && (
            <button
              type="button"
              aria-label={named(words.test)}
              disabled={state.busy}
              onClick={() => void model.test(device)}
            >
              {words.test}
            </button>
          )}
          {(status === 'enabled' || status === 'failing' || status === 'paused') && (
            <button
              type="button"
              aria-label={named(status === 'paused' ? words.resume : words.pause)}
              disabled={state.busy}
              onClick={() => void model.update(device, { paused: status !== 'paused' })}
            >
              {status === 'paused' ? words.resume : words.pause}
            </button>
          )}
          <button type="button" aria-label={named(words.rename)} {...asks('rename')}>
            {words.rename}
          </button>
          <button type="button" aria-label={named(words.remove)} {...asks('remove')}>
            {words.remove}
          </button>
        </div>
      )}
    </li>
  );
}

interface FormProps extends Shared {
  device: Device;
  done: () => void;
}

function Rename({ device, done, model, words, state }: FormProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    void model.update(device, { label: input.current!.value.trim() }).then(done);
  };
  return (
    <form class="actions" onSubmit={onSubmit} onKeyDown={(event) => event.key === 'Escape' && done()}>
      <label>
        <span class="hidden">{words.name}</span>
        <input ref={input} defaultValue={device.label} required pattern=".*\S.*" maxLength={100} />
      </label>
      <button type="submit" class="main" disabled={state.busy}>
        {words.save}
      </button>
      <button type="button" onClick={done}>
        {words.cancel}
      </button>
    </form>
  );
}

function Remove({ device, done, model, words, state }: FormProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div
      class="actions"
      role="group"
      aria-label={words.removeAsk}
      onKeyDown={(event) => event.key === 'Escape' && done()}
    >
      <p>{words.removeAsk}</p>
      <button ref={button} type="button" class="danger" disabled={state.busy} onClick={() => void model.remove(device)}>
        {words.remove}
      </button>
      <button type="button" onClick={done}>
        {words.cancel}
      </button>
    </div>
  );
}

/** The hint for the owner on how to repair the device. */
function problemOf({ status, failureClass, needsAttention }: Device, words: Words): string | null {
  if (status === 'expired') return words.whyExpired;
  if (status === 'revoked') return words.whyRevoked;
  if (status !== 'failing') return null;
  if (failureClass === 'vapid_rejected' || failureClass === 'bad_request') return words.whyRejected;
  return needsAttention ? words.whyLong : words.whyFailing;
}

function moment(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}
