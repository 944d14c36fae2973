import type { Steps } from '@hermes/safety'
import type { CountText } from './fit-sections.js'
import { type Passage, renderPassage, type TextLimits, textLimits } from './render-transcript.js'

/** The maximum number of chunks. Longer transcripts are shortened. */
const mostChunks = 6

/**
 * Splits a transcript into chunks for the summary model. Uses one chunk if it fits with the longest texts. Otherwise texts are shortened
 * until at most `mostChunks` are needed.
 */
export function* chunkTranscript(
  passages: readonly Passage[],
  tokens: number,
  countTokens: CountText,
): Steps<readonly string[]> {
  const [, good = textLimits[0], ...tighter] = textLimits
  const attempts: readonly { limits: TextLimits | undefined; most: number }[] = [
    { limits: textLimits[0], most: 1 },
    { limits: good, most: mostChunks },
    ...tighter.map((limits) => ({ limits, most: mostChunks })),
  ]
  let chunks: readonly string[] = []
  for (const { limits, most } of attempts) {
    if (!limits) continue
    chunks = yield* pack(passages, limits, tokens, countTokens)
    if (chunks.length <= most) return chunks
  }
  // Too long even with the shortest texts: only the first and last chunks are kept.
  return [...chunks.slice(0, mostChunks / 2), ...chunks.slice(-mostChunks / 2)]
}

function* pack(
  passages: readonly Passage[],
  limits: TextLimits,
  tokens: number,
  countTokens: CountText,
): Steps<readonly string[]> {
  const chunks: string[][] = []
  let left = 0
  for (const passage of passages) {
    yield
    const text = fitText(renderPassage(passage, limits), tokens, countTokens)
    const size = countTokens(text) + 1
    const chunk = chunks.at(-1)
    if (chunk && size <= left) {
      chunk.push(text)
      left -= size
    } else {
      chunks.push([text])
      left = tokens - size
    }
  }
  return chunks.map((chunk) => chunk.join('\n'))
}

/** Shortens a passage that exceeds the limit of one request. */
function fitText(text: string, tokens: number, countTokens: CountText): string {
  const size = countTokens(text)
  if (size <= tokens) return text
  const limit = Math.floor((text.length * tokens * 0.9) / size)
  return `${text.slice(0, Math.floor(limit / 2)).toWellFormed()}\n| [...]\n| ${text.slice(-Math.floor(limit / 2)).toWellFormed()}`
}
