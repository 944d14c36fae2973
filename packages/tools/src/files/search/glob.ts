import picomatch from 'picomatch'

/** Whether a path, relative and with `/`, is meant by a glob; without a `/` in it, a glob means the name alone. */
export function globMatcher(glob: string | undefined): (path: string) => boolean {
  if (glob === undefined || glob.trim() === '') return () => true
  const plain = glob.trim().replace(/^\.\//, '')
  return picomatch(plain, { dot: true, basename: !plain.includes('/'), noextglob: true })
}

/** For finding files: a glob, or else a part of the path in letters of any case. */
export function nameMatcher(pattern: string): (path: string) => boolean {
  if (/[*?[{]/.test(pattern)) return globMatcher(pattern)
  const part = pattern.trim().toLowerCase()
  return (path) => path.toLowerCase().includes(part)
}
