import type { Word } from '../words.js'

/** Prefixes of verbs: `re-send` is an order. */
const prefixed = /\b(?:re|auto|pre|bulk|mass|batch)-$/i

/**
 * Whether a word is part of a name or a key rather than of a sentence: `user.email`, `--write`, `workspace-write`,
 * `email: "..."`, `send(`.
 */
export function isName(text: string, { start, end }: Word): boolean {
  const before = text.slice(Math.max(0, start - 6), start)
  const after = text.slice(end, end + 6)
  if (/(?:[\w)\]]-|--|->|[/\\$@%=_])$/.test(before) && !prefixed.test(before)) return true
  if (/[\w)\]]\.$/.test(before) && /^\p{Ll}/u.test(text.slice(start, end))) return true
  return /^(?:[-_/(=]\w|\(|\.\w|["']?:\s{0,2}["'`[{(])/.test(after)
}
