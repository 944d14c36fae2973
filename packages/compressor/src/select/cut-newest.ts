import type { Message, MessageContent } from '@hermes/core'
import type { Block } from '../blocks.js'
import { grouped } from '../prune/counted.js'
import { dropPictures } from '../prune/drop-pictures.js'
import { recoveryOf } from '../prune/recovery.js'
import { shortenText } from '../prune/shorten-text.js'

export interface CutOptions {
  /** The maximum size of the block, in tokens. */
  readonly tokens: number
  /** See `ContextSnapshot.recallTool`. */
  readonly recallTool?: string | undefined
  countTokens(message: Message): number
}

/** Factors of the estimated character limit, tried until the counted tokens fit. */
const attempts = [0.9, 0.6, 0.3, 0.1]

/**
 * Shortens the results of a newest turn that does not fit on its own; each keeps its start and end. Returns the same block if it fits or
 * has no results.
 */
export function cutNewest(block: Block, options: CutOptions): Block {
  if (block.tokens <= options.tokens || block.messages.length < 2) return block
  const characters = block.messages.reduce((sum, message) => sum + lengthOf(message), 0)
  const share = Math.max(0, options.tokens) / block.tokens
  let cut = block
  for (const attempt of attempts) {
    const limit = Math.floor((characters * share * attempt) / (block.messages.length - 1))
    const messages = block.messages.map((message) => cutResult(message, Math.max(limit, 200), options.recallTool))
    cut = { messages, tokens: messages.reduce((sum, message) => sum + options.countTokens(message), 0) }
    if (cut.tokens <= options.tokens) break
  }
  return cut
}

function cutResult(message: Message, limit: number, recallTool: string | undefined): Message {
  if (message.role !== 'tool') return message
  const content = shortenContent(dropPictures(message.content), limit, recallTool)
  return content === message.content ? message : { ...message, content }
}

function shortenContent(content: MessageContent, limit: number, recallTool: string | undefined): MessageContent {
  const shorten = (text: string) =>
    shortenText(text, limit, (leftOut) => {
      const count = grouped(leftOut)
      return `\n\n[... ${count} characters left out to fit the window of the model; ${recoveryOf(text, recallTool)} ...]\n\n`
    })
  if (typeof content === 'string') return shorten(content)
  const shortened = content.map((part) => {
    const text = part.type === 'text' ? shorten(part.text) : ''
    return part.type === 'text' && text !== part.text ? { ...part, text } : part
  })
  return shortened.every((part, index) => part === content[index]) ? content : shortened
}

function lengthOf({ content }: Message): number {
  return typeof content === 'string' ? content.length : JSON.stringify(content ?? '').length
}
