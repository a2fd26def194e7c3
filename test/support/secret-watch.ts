const ISSUED = /\bc[akstmv]_[0-9A-Za-z]{49}\b|\bwhsec_[A-Za-z0-9+/]{43}=/g;
const PASSWORD = /"(?:password|currentPassword|newPassword)":"((?:[^"\\]|\\.)+)"/g;

/** Takes the log of a test run, and the secrets that requests, responses and mails carried: the two must not meet. */
export class SecretWatch {
  private readonly secrets = new Set<string>();
  private readonly lines: string[] = [];

  write(line: string): void {
    this.lines.push(line);
  }

  get log(): string {
    return this.lines.join('');
  }

  /** Secrets that the installation itself holds. */
  guard(...secrets: (string | undefined)[]): void {
    for (const secret of secrets) if (secret) this.secrets.add(secret);
  }

  see(...carriers: unknown[]): void {
    for (const carrier of carriers) {
      const text = typeof carrier === 'string' ? carrier : (JSON.stringify(carrier) ?? '');
      for (const [secret] of text.matchAll(ISSUED)) this.secrets.add(secret);
      for (const [, password] of text.matchAll(PASSWORD))
        if (password && password.length >= 12) this.secrets.add(password);
    }
  }

  /** Of rows that were written down to be kept. */
  expectNoneIn(rows: readonly string[], where: string): void {
    const found = [...this.secrets].filter((secret) => rows.some((row) => row.includes(secret)));
    if (found.length === 0) return;
    const row = rows.find((one) => one.includes(found[0]!));
    throw new Error(`${found.length} of ${this.secrets.size} secrets are in ${where}, for example in: ${row}`);
  }

  expectNoneLogged(): void {
    const { log } = this;
    const leaked = [...this.secrets].filter((secret) => log.includes(secret));
    if (leaked.length > 0) {
      const line = this.lines.find((candidate) => candidate.includes(leaked[0] ?? ''));
      throw new Error(`${leaked.length} of ${this.secrets.size} secrets were logged, for example in: ${line}`);
    }
  }
}
