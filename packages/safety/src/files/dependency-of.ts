/** Folders that hold packages published by others. */
const folders = new Set([
  ...['node_modules', 'bower_components', 'jspm_packages', 'site-packages', 'dist-packages', '.pnpm', '.pnpm-store'],
  ...['vendor', 'third_party', 'Pods', 'Carthage', '.yarn', '.venv', '.tox', '.gradle', '.m2', '.cargo', '.gem'],
])

/**
 * Returns the installed package that a path belongs to, such as `node_modules/left-pad`. `undefined` for other paths.
 */
export function dependencyOf(path: string): string | undefined {
  const segments = path.split(/[\\/]+/)
  const at = segments.findLastIndex((segment) => folders.has(segment))
  if (at < 0) return undefined
  const isScoped = segments[at + 1]?.startsWith('@') === true
  return segments.slice(at, at + (isScoped ? 3 : 2)).join('/')
}
