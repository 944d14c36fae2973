/**
 * Keeps Node 22 from telling everybody that its SQLite is experimental, which concerns those who chose it. Other warnings are shown as before.
 */
export function withoutSqliteWarning(): void {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest)
  }
}
