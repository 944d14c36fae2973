import { runCommandLine } from '@hermes/conversations/commands'
import type { Environment } from '@hermes/core'
import { oneLine } from '../../render/text/safe-text.js'
import { fuzzyMatches } from '../input/fuzzy-match.js'

/** Lists the files that Git does not ignore, or outside a repository, those that are not hidden. */
const listing =
  'git -c core.fsmonitor=false ls-files -z --cached --others --exclude-standard 2>/dev/null || find . -type f -not -path "*/.*" -not -path "*/node_modules/*" -print0 2>/dev/null'
const freshMs = 10_000
const limits = { timeoutMs: 3_000, maxOutputBytes: 2 * 2 ** 20 } as const
const shownFiles = 50

/** Finds files in the working folder by part of their name. Lists them in the environment of commands, at most every ten seconds. */
export function createFileList(
  environment: Pick<Environment, 'spawn'>,
  now: () => number = Date.now,
): (query: string) => Promise<readonly string[]> {
  let listed: { readonly atMs: number; readonly files: Promise<readonly string[]> } | undefined
  const list = async (): Promise<readonly string[]> => {
    const { output, isTruncated } = await runCommandLine(environment, listing, {
      ...limits,
      signal: AbortSignal.timeout(limits.timeoutMs),
    })
    const names = output.split('\0').map((name) => name.replace(/^\.\//, ''))
    // The last name may be incomplete.
    return (isTruncated ? names.slice(0, -1) : names).filter(isTypable)
  }
  return async (query) => {
    if (!listed || now() - listed.atMs > freshMs) {
      const files = list()
      listed = { atMs: now(), files }
      files.catch(() => {
        listed = undefined
      })
    }
    return fuzzyMatches(query, await listed.files, shownFiles)
  }
}

/** Whether a terminal shows a name as it is. Other names cannot be typed. */
function isTypable(name: string): boolean {
  return name !== '' && oneLine(name) === name
}
