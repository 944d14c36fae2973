/**
 * Returns `limit ?`, in SQL for both databases. Whenever a bare parameter is bound to its limit, SQLite plans a
 * statement again, which takes longer than most of these statements.
 *
 * @param parameter The placeholder, such as `?` or `@limit`.
 */
export function limitTo(parameter: string): string {
  return `limit cast(${parameter} as bigint)`
}
