import { type Message, textOf } from '@hermes/core'

const mostMessageChars = 4_000

/**
 * Returns the latest texts of the user and the agent, oldest first. Tool results are left out, because they are long
 * and written by others.
 */
export function excerptOf(messages: readonly Message[], { maxChars }: { readonly maxChars: number }): string {
  const lines: string[] = []
  let left = maxChars
  for (const message of messages.toReversed()) {
    if (message.role === 'tool') continue
    const text = textOf(message.content ?? '').trim()
    if (text === '') continue
    const line = `${message.role === 'user' ? 'User' : 'Agent'}: ${shorten(text)}`
    left -= line.length
    if (left < 0) break
    lines.unshift(line)
  }
  return lines.join('\n\n')
}

function shorten(text: string): string {
  if (text.length <= mostMessageChars) return text
  return `${text.slice(0, mostMessageChars / 2).toWellFormed()} [...] ${text.slice(-mostMessageChars / 2).toWellFormed()}`
}
