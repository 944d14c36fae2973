import { createTokenCounter } from '@hermes/compressor/tokens'

/** Counts tokens with the tokenizer `name`. */
export interface LoadedTokenCounter {
  readonly name: string
  count(text: string): number
}

/** Loads a vocabulary of two megabytes. Estimates where it is not installed. */
export async function loadTokenCounter(): Promise<LoadedTokenCounter> {
  const counter = createTokenCounter({ model: 'gpt-5' })
  const isExact = await counter.load()
  return { name: isExact ? 'o200k_base' : 'an estimate', count: (text) => counter.countText(text) }
}
