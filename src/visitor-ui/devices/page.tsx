import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { DeviceList } from './device-list';
import type { Model } from './model';
import type { Shared } from './shared';
import type { Bootstrap } from './types';

export function DevicesPage({ model, boot }: { model: Model; boot: Bootstrap }): JSX.Element {
  const [state, setState] = useState(model.state);
  useEffect(() => {
    setState(model.state);
    return model.subscribe(() => setState(model.state));
  }, [model]);
  const { words, locale } = boot;
  const shared: Shared = { model, state, words, locale };
  return (
    <main class="page" aria-busy={state.phase === 'loading'}>
      <header>
        <h1>{words.title}</h1>
        {state.account && (
          <p class="who small">
            <bdi>{state.account.email}</bdi>
            <button type="button" class="plain" disabled={state.busy} onClick={() => void model.signOut()}>
              {words.signOut}
            </button>
          </p>
        )}
      </header>
      <Phase {...shared} />
      <p
        role={state.notice?.wrong ? 'alert' : 'status'}
        class={state.notice ? (state.notice.wrong ? 'notice wrong' : 'notice') : 'hidden'}
      >
        {state.notice && words[state.notice.what]}
      </p>
    </main>
  );
}

function Phase(shared: Shared): JSX.Element {
  const { state, words, model } = shared;
  switch (state.phase) {
    case 'loading':
      return <p class="small">{words.loading}</p>;
    case 'signedOut':
      return <SignIn {...shared} />;
    case 'unverified':
      return <p class="card">{words.unverified}</p>;
    case 'unreachable':
      return (
        <section class="card">
          <p>{words.unreachable}</p>
          <button type="button" class="main" onClick={() => void model.begin()}>
            {words.tryAgain}
          </button>
        </section>
      );
    case 'ready':
      return (
        <>
          <ThisDevice {...shared} />
          <DeviceList {...shared} />
        </>
      );
  }
}

function SignIn({ model, state, words }: Shared): JSX.Element {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    void model.signIn(email.current!.value.trim(), password.current!.value);
  };
  return (
    <form class="card" onSubmit={onSubmit} aria-labelledby="sign-in">
      <h2 id="sign-in">{words.signIn}</h2>
      <p>{words.signInWhy}</p>
      <label>
        {words.email}
        <input ref={email} type="email" name="email" autocomplete="username" required maxLength={254} />
      </label>
      <label>
        {words.password}
        <input
          ref={password}
          type="password"
          name="password"
          autocomplete="current-password"
          required
          maxLength={1000}
        />
      </label>
      <button type="submit" class="main" disabled={state.busy}>
        {words.signIn}
      </button>
    </form>
  );
}

/** Actions for this browser. Empty if it is in the list and works. */
function ThisDevice({ model, state, words }: Shared): JSX.Element {
  const own = state.devices.find(({ id }) => id === state.ownId);
  const isWell = own !== undefined && own.status !== 'expired' && own.status !== 'revoked';
  return (
    <section class="card" aria-labelledby="this-device">
      <h2 id="this-device">{words.thisDevice}</h2>
      {state.ability === 'able' && isWell && <p>{words.isOn}</p>}
      {state.ability === 'able' && !isWell && (
        <>
          <p>{words.isOff}</p>
          <button type="button" class="main" disabled={state.busy} onClick={() => void model.turnOn()}>
            {words.turnOn}
          </button>
        </>
      )}
      {state.ability === 'install' && (
        <>
          <p>{words.install}</p>
          <ol>
            <li>{words.installShare}</li>
            <li>{words.installAdd}</li>
            <li>{words.installOpen}</li>
          </ol>
        </>
      )}
      {state.ability === 'denied' && <p>{words.denied}</p>}
      {state.ability === 'unable' && <p>{words.unable}</p>}
    </section>
  );
}
