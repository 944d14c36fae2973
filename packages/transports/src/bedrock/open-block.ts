import type { ReplayBlock } from '../shared/history/replay-order.js'

/** A content block that is being streamed. */
export interface OpenBlock {
  text: string
  reasoning: string
  signature: string
  /** Encrypted reasoning, in base64 chunks. */
  readonly redacted: string[]
  /** Input of a call, not yet parsed. */
  input: string
  readonly call?: { readonly index: number; readonly id: string; readonly name: string }
}

export function openBlock(call?: OpenBlock['call']): OpenBlock {
  return { text: '', reasoning: '', signature: '', redacted: [], input: '', ...(call && { call }) }
}

/**
 * Returns the replay state of a block. Text and calls are already in the message, so only their position is stored.
 * Unsigned reasoning is not stored, because models that do not sign it do not expect it back.
 */
export function toReplayBlock(block: OpenBlock): ReplayBlock | undefined {
  if (block.call) return { type: 'tool_use', id: block.call.id }
  if (block.redacted.length > 0) return { reasoningContent: { redactedContent: joinBase64(block.redacted) } }
  if (block.signature !== '') {
    return { reasoningContent: { reasoningText: { text: block.reasoning, signature: block.signature } } }
  }
  return block.text === '' ? undefined : { type: 'text', length: block.text.length }
}

export function isReasoning(block: Readonly<Record<string, unknown>>): boolean {
  return 'reasoningContent' in block
}

function joinBase64(pieces: readonly string[]): string {
  return pieces.length === 1 ? pieces.join('') : Buffer.concat(pieces.map(fromBase64)).toString('base64')
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64')
}
