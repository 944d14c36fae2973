import { type Message, textOf } from '@hermes/core'

/** Length of a chunk in characters: about 300 tokens, less than the limit of common embedding models. */
const chunkLength = 1_200
const mostChunks = 8
const leastLetters = 3

/** Returns the text that is searched by meaning: the texts of users and models, in chunks. */
export function chunksOf(message: Message): readonly string[] {
  if (message.role !== 'user' && message.role !== 'assistant') return []
  const chunks: string[] = []
  let rest = textOf(message.content).trim()
  while (rest.length > 0 && chunks.length < mostChunks) {
    const end = endOfChunk(rest)
    chunks.push(rest.slice(0, end).toWellFormed().trim())
    rest = rest.slice(end).trim()
  }
  return chunks.filter((chunk) => chunk.length >= leastLetters)
}

/** Returns where a chunk ends: between two words if there is a space in the second half. */
function endOfChunk(text: string): number {
  if (text.length <= chunkLength) return text.length
  const blank = Math.max(text.lastIndexOf('\n', chunkLength), text.lastIndexOf(' ', chunkLength))
  return blank > chunkLength / 2 ? blank : chunkLength
}
