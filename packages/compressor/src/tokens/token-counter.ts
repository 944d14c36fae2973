import type { Message, ToolDefinition } from '@hermes/core'
import { countMessageParts } from './count-message.js'
import { countToolParts } from './count-tools.js'
import { estimateText, ratioOf } from './estimate-text.js'
import { families, familyOf, type TokenizerFamily } from './families.js'
import { type CountText, loadVocabulary } from './load-vocabulary.js'

export interface TokenCounterOptions {
  /** The model's name, as its provider has it. */
  readonly model: string
}

/** Counts what goes to one model. Keeps the count of each message for as long as the message is there. */
export interface TokenCounter {
  readonly family: TokenizerFamily
  /** `estimate` until a vocabulary is loaded, and permanently if {@link load} finds none. */
  readonly method: 'estimate' | 'tokenizer'
  /**
   * Loads the tokenizer; from then on all counts are its own, those of earlier messages included. Resolves `false` where there
   * is nothing to load: the family's tokenizer is not public, or the package `gpt-tokenizer` is not installed.
   */
  load(): Promise<boolean>
  countText(text: string): number
  /** The text, the tool calls, the attachments (1,500 each) and what the wire puts around them. Reasoning is not sent. */
  countMessage(message: Message): number
  /** Only messages that were not counted before cost more than a look. */
  countMessages(messages: readonly Message[]): number
  countTools(tools: readonly ToolDefinition[]): number
}

/**
 * Counts the tokens of a model's family. Nothing is loaded before {@link TokenCounter.load}: until then, and for families
 * whose tokenizer is not public, an estimate stands in, whose middle error is below 4 %.
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

/** The family's own vocabulary; or the nearest one, corrected for each text by what the two estimates say of it. */
async function loadFor(family: TokenizerFamily): Promise<CountText | undefined> {
  const { vocabulary, isExact } = families[family]
  const count = vocabulary && (await loadVocabulary(vocabulary))
  if (!count || isExact) return count
  return (text) => Math.round(count(text) * ratioOf(text, family, 'o200k'))
}
