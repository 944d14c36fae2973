import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff'
import { boundText } from '../shared/bound-output.js'

export interface FileChange {
  readonly path: string
  /** Content before the change. `undefined` when the file did not exist. */
  readonly before: string | undefined
  /** Content after the change. `undefined` when the file was deleted. */
  readonly after: string | undefined
}

const contextLines = 3

/**
 * Returns a unified diff in the format of `git`, in at most `maxChars`. A change that would take too long to compare is
 * only mentioned.
 */
export function unifiedDiff({ path, before, after }: FileChange, maxChars = 20_000): string {
  const [from, to] = [before === undefined ? '/dev/null' : `a/${path}`, after === undefined ? '/dev/null' : `b/${path}`]
  const { start, end } = changedPart(before ?? '', after ?? '')
  const [old, next] = [before ?? '', after ?? ''].map((text) => text.slice(start, text.length - end))
  const options = { context: contextLines, timeout: 500 }
  const patch = structuredPatch(from, to, old ?? '', next ?? '', undefined, undefined, options)
  if (patch === undefined) return `(${path}: the change is too large to be shown)`
  const passed = countLineEnds(before ?? '', start)
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + passed,
    newStart: hunk.newStart + passed,
  }))
  return boundText(formatPatch({ ...patch, hunks }, FILE_HEADERS_ONLY).replace(/\n$/, ''), maxChars)
}

/** Finds the differing parts of two texts, in whole lines, with a few of the equal lines at their ends. */
function changedPart(before: string, after: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length)
  const sameStart = commonLength(shorter, (from, to) => before.slice(from, to) === after.slice(from, to))
  const fromEnd = (text: string, from: number, to: number) => text.slice(text.length - to, text.length - from)
  const sameEnd = commonLength(
    shorter - sameStart,
    (from, to) => fromEnd(before, from, to) === fromEnd(after, from, to),
  )
  let start = sameStart
  for (let line = 0; line <= contextLines && start > 0; line += 1) start = before.lastIndexOf('\n', start - 1)
  start = Math.max(0, start + (start > 0 ? 1 : 0))
  let end = before.length - sameEnd
  for (let line = 0; line <= contextLines && end !== -1; line += 1) end = before.indexOf('\n', end + (line > 0 ? 1 : 0))
  return { start, end: end === -1 ? 0 : before.length - end - 1 }
}

const chunk = 4_096

/** Returns the length of the common part, compared in chunks. */
function commonLength(most: number, isSame: (from: number, to: number) => boolean): number {
  let length = 0
  while (length + chunk <= most && isSame(length, length + chunk)) length += chunk
  while (length < most && isSame(length, length + 1)) length += 1
  return length
}

function countLineEnds(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
