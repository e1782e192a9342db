/** True when the commands of this project started the MySQL that the app works on: only then may a page change its settings. */
export function isOwnServer(): boolean {
  return process.env.EMBEDDED_MYSQL === '1';
}
