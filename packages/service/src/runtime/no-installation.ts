/** There is no installation where one was looked for, and this command creates none. */
export class NoInstallation extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoInstallation';
  }
}
