import picomatch from 'picomatch'

/** Matches relative paths with `/` against a glob. A glob without `/` matches the name only. */
export function globMatcher(glob: string | undefined): (path: string) => boolean {
  if (glob === undefined || glob.trim() === '') return () => true
  const plain = glob.trim().replace(/^\.\//, '')
  return picomatch(plain, { dot: true, basename: !plain.includes('/'), noextglob: true })
}

/** Matches paths against a glob. A pattern without special characters matches any part of the path, ignoring case. */
export function nameMatcher(pattern: string): (path: string) => boolean {
  if (/[*?[{]/.test(pattern)) return globMatcher(pattern)
  const part = pattern.trim().toLowerCase()
  return (path) => path.toLowerCase().includes(part)
}
