import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { boundText } from '../../bound-output.js'

export interface FileChange {
  readonly path: string
  /** `undefined`: the file was not there. */
  readonly before: string | undefined
  /** `undefined`: the file is gone. */
  readonly after: string | undefined
}

/** A unified diff, as `git` shows it, in at most `maxChars`; a change that would take too long to compare is only named. */
export function unifiedDiff({ path, before, after }: FileChange, maxChars = 20_000): string {
  const options = { context: 3, timeout: 500, headerOptions: FILE_HEADERS_ONLY }
  const [from, to] = [before === undefined ? '/dev/null' : `a/${path}`, after === undefined ? '/dev/null' : `b/${path}`]
  const diff = createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, options)
  return diff === undefined ? `(${path}: the change is too large to be shown)` : boundText(diff.trimEnd(), maxChars)
}
