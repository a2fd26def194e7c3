import { InvalidSettings, loadSettings } from './load-settings';

describe('loadSettings', () => {
  it('needs nothing', () => {
    const settings = loadSettings({});
    expect(settings.baseUrl).toBe('http://localhost:3000/api/v1');
    expect(settings.mcpUrl).toBe('http://localhost:3000/mcp');
    expect(settings.localHttp).toBe(true);
    expect([...settings.trustedOrigins]).toEqual(['http://localhost:3000']);
  });

  it('tells every problem at once, one line each, by name', () => {
    const environment = {
      NODE_ENV: 'production',
      PORT: '99999',
      PUBLIC_URL: 'ftp://example.com',
      DATABASE_URL: 'mysql://localhost/x',
      TRUSTED_ORIGINS: 'https://app.example.com/path',
      TRUSTED_PROXIES: '10.0.0.0/33',
      LIMIT_PROOF_PER_USER: '-1',
      LOG_LEVEL: 'loud',
    };
    expect(() => loadSettings(environment)).toThrow(InvalidSettings);
    try {
      loadSettings(environment);
    } catch (error) {
      const names = (error as InvalidSettings).problems.map((problem) => problem.split(' ')[0]);
      expect(names.sort()).toEqual(
        [...Object.keys(environment).filter((name) => name !== 'NODE_ENV'), 'SECRET_KEY'].sort(),
      );
    }
  });

  it('takes an empty variable for an absent one', () => {
    expect(loadSettings({ SMTP_URL: '', PORT: '' }).values.SMTP_URL).toBeNull();
  });

  it('uses the local session cookie only for http on a loopback host', () => {
    expect(loadSettings({ PUBLIC_URL: 'http://127.0.0.1:8080' }).localHttp).toBe(true);
    expect(loadSettings({ PUBLIC_URL: 'https://localhost' }).localHttp).toBe(false);
    expect(loadSettings({ PUBLIC_URL: 'http://parley.example.com' }).localHttp).toBe(false);
  });
});
