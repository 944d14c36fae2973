import { openFenceOf } from './open-fence.js'
import { overlapOf } from './overlap.js'

/**
 * Joins the parts of an answer that was cut off by the output limit. Unwanted text at the start of a continuation is removed when
 * there is no doubt about it:
 *
 * - an introduction on a line of its own (`Continuing from where I left off:`);
 * - a code fence that is opened again although it is still open;
 * - a repetition of the last words or lines of the previous part.
 *
 * Parts that were cut cleanly are joined unchanged. Takes linear time.
 */
export function stitch(parts: readonly string[]): string {
  return parts.reduce((text, part) => (text === '' ? part : text + continuationOf(text, part)), '')
}

function continuationOf(text: string, part: string): string {
  const spoken = part.replace(introduction, '')
  const inFence = openFenceOf(text) !== undefined
  const rest = inFence ? spoken.replace(reopenedFence, '') : spoken
  const isReopened = rest !== spoken
  const overlap = overlapOf(text, rest)
  if (overlap > 0) return rest.slice(overlap)
  const trimmed = rest.trimStart()
  const late = trimmed === rest ? 0 : overlapOf(text, trimmed)
  if (late > 0) return trimmed.slice(late)
  // This is a new line of code, not the rest of the last one.
  return isReopened && !text.endsWith('\n') ? `\n${rest}` : rest
}

const introduction =
  /^\s{0,20}[*_([]{0,4}(?:(?:sure|okay|ok|certainly|of course|right|sorry|apologies)[^\n]{0,40}[,.!:–-] ?)?(?:(?:continuing|continued|picking up|resuming|(?:let me|i'll|i will) (?:continue|pick up|resume))[^\n]{0,60} (?:where|from the point)\b[^\n]{0,60}|here(?:'s| is) the (?:rest|remainder|continuation)\b[^\n]{0,60}|continu(?:ing|ed)(?: (?:the|my) (?:answer|response|text|code))?)[:.…)\]*_]{1,6}[ \t]{0,20}\n+/i

/** Matches a fence with a language, which cannot be a closing fence. */
const reopenedFence = /^\s*(?:`{3,}|~{3,})[\w+#.-]{1,30}[^\n`]{0,100}\n/
