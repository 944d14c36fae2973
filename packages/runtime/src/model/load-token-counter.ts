import { createTokenCounter } from '@hermes/compressor/tokens'

/** A token counter. `name` is the name of its tokenizer. */
export interface LoadedTokenCounter {
  readonly name: string
  count(text: string): number
}

/** Loads a token counter, whose vocabulary has two megabytes. Where the vocabulary is not installed, the counter estimates. */
export async function loadTokenCounter(): Promise<LoadedTokenCounter> {
  const counter = createTokenCounter({ model: 'gpt-5' })
  const isExact = await counter.load()
  return { name: isExact ? 'o200k_base' : 'an estimate', count: (text) => counter.countText(text) }
}
