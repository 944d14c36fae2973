import type { Message, ToolDefinition } from '@hermes/core'
import { countMessageParts } from './count-message.js'
import { countToolParts } from './count-tools.js'
import { estimateText, ratioOf } from './estimate-text.js'
import { families, familyOf, type TokenizerFamily } from './families.js'
import { type CountText, loadVocabulary } from './load-vocabulary.js'

export interface TokenCounterOptions {
  /** The model name in the provider's notation. */
  readonly model: string
}

/** Counts the input of one model. The count of each message is cached for the lifetime of the message object. */
export interface TokenCounter {
  readonly family: TokenizerFamily
  /** The current method: `estimate` until a vocabulary is loaded, and permanently if {@link load} finds none. */
  readonly method: 'estimate' | 'tokenizer'
  /**
   * Loads the tokenizer. All later counts use it, including those of messages counted before. Resolves to `false` if
   * the family's tokenizer is not public or the package `gpt-tokenizer` is not installed.
   */
  load(): Promise<boolean>
  countText(text: string): number
  /** Counts the text, the tool calls, the attachments (1,500 each) and the protocol overhead. Reasoning is not sent. */
  countMessage(message: Message): number
  /** Reads the counts of known messages from the cache. */
  countMessages(messages: readonly Message[]): number
  countTools(tools: readonly ToolDefinition[]): number
}

/**
 * Creates a token counter for a model. Nothing is loaded before {@link TokenCounter.load}. Until then, and for families without a public
 * tokenizer, counts are estimates with a median error below 4 %.
 */
export function createTokenCounter({ model }: TokenCounterOptions): TokenCounter {
  const family = familyOf(model)
  const { frame } = families[family]
  let countText: CountText = (text) => estimateText(text, family)
  let method: TokenCounter['method'] = 'estimate'
  let known = new WeakMap<Message, number>()
  let loading: Promise<boolean> | undefined

  function countMessage(message: Message): number {
    const remembered = known.get(message)
    if (remembered !== undefined) return remembered
    const tokens = countMessageParts(message, countText, frame)
    known.set(message, tokens)
    return tokens
  }

  async function load(): Promise<boolean> {
    const loaded = await loadFor(family)
    if (!loaded) return false
    countText = loaded
    method = 'tokenizer'
    known = new WeakMap()
    return true
  }

  return {
    family,
    get method() {
      return method
    },
    load: () => {
      loading ??= load()
      return loading
    },
    countText: (text) => countText(text),
    countMessage,
    countMessages: (messages) => messages.reduce((sum, message) => sum + countMessage(message), 0),
    countTools: (tools) => countToolParts(tools, countText, frame),
  }
}

/** Loads the family's own vocabulary, or the nearest one, corrected for each text by the ratio of both estimates. */
async function loadFor(family: TokenizerFamily): Promise<CountText | undefined> {
  const { vocabulary, isExact } = families[family]
  const count = vocabulary && (await loadVocabulary(vocabulary))
  if (!count || isExact) return count
  return (text) => Math.round(count(text) * ratioOf(text, family, 'o200k'))
}
