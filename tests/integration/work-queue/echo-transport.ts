import type { Transport } from '@hermes/core'

/** Creates a transport that answers `ok`, after `before` has resolved. */
export function echoTransport(before: () => Promise<void> = async () => undefined): Transport {
  return {
    id: 'echo',
    apiMode: 'chat_completions',
    async *stream() {
      await before()
      const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
      yield { type: 'finish', message: { role: 'assistant', content: 'ok' }, reason: 'stop', usage }
    },
  }
}
