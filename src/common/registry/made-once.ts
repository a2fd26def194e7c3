/** Made when somebody first asks for it, and once for all who ask. After a failure whoever asks next tries again. */
export class MadeOnce<T> {
  private made?: Promise<T>;

  constructor(private readonly make: () => Promise<T>) {}

  get(): Promise<T> {
    this.made ??= this.make().catch((error: unknown) => {
      this.made = undefined;
      throw error;
    });
    return this.made;
  }
}
