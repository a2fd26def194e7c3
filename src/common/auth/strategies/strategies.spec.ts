import { Injectable, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BearerStrategy } from './bearer-strategy';
import { CredentialKind } from './credential-kind';
import { CookieStrategy } from './cookie-strategy';
import { Strategies } from './strategies';

@Injectable()
class Keys extends CredentialKind(BearerStrategy, 'ck_') {
  async validate(_request: object, secret: string): Promise<object> {
    return { key: secret };
  }
}

@Injectable()
class OtherKeys extends CredentialKind(CookieStrategy, 'ck_') {
  async validate(): Promise<object> {
    return { other: true };
  }
}

@Module({})
class Service {}

const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` }, cookies: {} });

describe('Strategies', () => {
  const start = (...providers: Type[]) =>
    NestFactory.createApplicationContext(
      { module: Service, providers: [Strategies, ...providers] },
      { logger: false, abortOnError: false },
    );

  it('uses the strategy registered under the name', async () => {
    const app = await start(Keys);
    expect(await app.get(Strategies).authenticate('ck_', bearer('x'))).toEqual({ key: 'x' });
  });

  it('two strategies for one prefix stop the start', async () => {
    await expect(start(Keys, OtherKeys)).rejects.toThrow('Two strategies for ck_');
  });

  it('two applications in a process have nothing in common', async () => {
    const [one, two, three] = await Promise.all([start(Keys), start(OtherKeys), start()]);
    const ask = (app: typeof one) =>
      app.get(Strategies).authenticate('ck_', { ...bearer('x'), cookies: { session: 'x' } });
    expect([await ask(one), await ask(two), await ask(three)]).toEqual([{ key: 'x' }, { other: true }, null]);
  });

  it('returns null if the credential is not sent in the way of its kind', async () => {
    const strategies = (await start(Keys)).get(Strategies);
    for (const authorization of [undefined, '', 'Bearer', 'Basic x', 'Bearer a b']) {
      expect(await strategies.authenticate('ck_', { headers: { authorization } })).toBeNull();
    }
  });

  it('passes on errors of the strategy', async () => {
    const app = await start(Keys);
    const refusal = new Error('no');
    jest.spyOn(app.get(Keys), 'validate').mockRejectedValue(refusal);
    await expect(app.get(Strategies).authenticate('ck_', bearer('x'))).rejects.toBe(refusal);
  });

  it('keeps concurrent requests apart', async () => {
    const app = await start(Keys);
    jest.spyOn(app.get(Keys), 'validate').mockImplementation(async (_request, secret) => {
      await new Promise((resolve) => setTimeout(resolve, Number(secret)));
      return { key: secret };
    });
    const secrets = ['30', '10', '20', '0'];
    const found = await Promise.all(secrets.map((secret) => app.get(Strategies).authenticate('ck_', bearer(secret))));
    expect(found).toEqual(secrets.map((key) => ({ key })));
  });
});
