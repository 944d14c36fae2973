import type { Style } from '../text/style.js'

/** Failed edits of a turn. */
export interface FailedEdits {
  /** Notes an edit. A later successful edit of the same file makes up for a failed one. */
  see(subject: string, hasFailed: boolean): void
  /** Returns the line below the turn; `undefined` if nothing failed. */
  line(): string | undefined
}

const most = 10

export function createFailedEdits(style: Style): FailedEdits {
  const failed = new Set<string>()
  return {
    see(subject, hasFailed) {
      if (hasFailed) failed.add(subject)
      else failed.delete(subject)
    },
    line() {
      if (failed.size === 0) return undefined
      const list = [...failed].slice(0, most).join(', ') + (failed.size > most ? ', …' : '')
      return style.warning(`! ${style.t`Edits that failed: ${list}`}`)
    },
  }
}
