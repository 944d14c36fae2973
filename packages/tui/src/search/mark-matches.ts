import { truncateToWidth, visibleWidth } from '@earendil-works/pi-tui'
import type { Look } from '../view/look/look.js'

/** Returns the line with its matches marked. The line must be unstyled. */
export function markMatches(line: string, pattern: RegExp, { style }: Pick<Look, 'style'>): string {
  return line.replace(pattern, (match) => style.bold(style.match(match)))
}

/** Returns the part of a long line that shows its first match within the width. */
export function snippet(line: string, pattern: RegExp, width: number): string {
  const trimmed = line.trim()
  const at = trimmed.search(pattern)
  const match = pattern.exec(trimmed)?.[0] ?? ''
  pattern.lastIndex = 0
  if (visibleWidth(trimmed.slice(0, at + match.length)) < width) return truncateToWidth(trimmed, width, '…')
  const before = Array.from(trimmed.slice(0, at))
  // A third of the width shows the text before the match.
  let kept = ''
  while (before.length > 0 && visibleWidth(kept) < width / 3) kept = `${before.pop()}${kept}`
  return truncateToWidth(`…${kept}${trimmed.slice(at)}`, width, '…')
}
