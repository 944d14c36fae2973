/**
 * `limit ?`, in SQL for both databases. SQLite plans a statement again whenever a bare parameter is bound to its limit, which takes longer than
 * most of these statements.
 *
 * @param parameter The placeholder, such as `?` or `@limit`.
 */
export function limitTo(parameter: string): string {
  return `limit cast(${parameter} as bigint)`
}
