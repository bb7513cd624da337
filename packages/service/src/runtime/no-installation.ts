/** No installation was found, and this command does not create one. */
export class NoInstallation extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoInstallation';
  }
}
