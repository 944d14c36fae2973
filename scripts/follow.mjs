/** Reads the progress and errors from `pnpm install --reporter=ndjson` and `turbo run --json`. */

/** pnpm reports the number of packages to add, and each one that was added. */
export function followInstall() {
  let [added, total] = [0, 0]
  const errors = []
  return {
    onReport(report) {
      if (report.level === 'error') errors.push(report.message ?? report.err?.message, report.hint)
      if (report.name === 'pnpm:stats') total += report.added ?? 0
      if (report.status === 'imported') added += 1
    },
    share: () => [added, total],
    errors: () => errors.filter(Boolean),
  }
}

/** turbo reports the packages to build, and the output of each build. Of a single one it does not tell how much is done. */
export function followBuild() {
  let total = 0
  let failed = ''
  const lines = new Map()
  return {
    onReport({ source, text = '' }) {
      if (source !== 'turbo') lines.set(source, [...(lines.get(source) ?? []), text])
      total = Number(/Running build in (\d+) packages/.exec(text)?.[1] ?? total)
      failed = /^Failed: (.*)/.exec(text)?.[1] ?? failed
    },
    share: () => total > 0 && [lines.size, total + 1],
    errors: () => [...lines].flatMap(([source, printed]) => (failed.includes(source) ? printed : [])),
  }
}
