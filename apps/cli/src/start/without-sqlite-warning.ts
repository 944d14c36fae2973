/**
 * Suppresses the warning of Node 22 that its SQLite is experimental, which only concerns those who chose it. Other warnings are still shown.
 */
export function withoutSqliteWarning(): void {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest)
  }
}
