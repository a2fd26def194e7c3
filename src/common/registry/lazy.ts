/** Makes a value when it is first needed, and once for all callers. After a failure the next call tries again. */
export class Lazy<T> {
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
