import { codeOf } from '@hermes/safety'
import { countInPieces } from './count-in-pieces.js'
import type { VocabularyName } from './families.js'

/** Counts the tokens of a text. */
export type CountText = (text: string) => number

/**
 * Loads a vocabulary on demand, because it takes several megabytes and about 0.1 s. Resolves to `undefined` if the
 * package `gpt-tokenizer` is not installed.
 */
export async function loadVocabulary(name: VocabularyName): Promise<CountText | undefined> {
  const vocabulary = await vocabularies[name]()
  if (!vocabulary) return undefined
  const { countTokens, setMergeCacheSize } = vocabulary
  // The cache stores slices, and each slice keeps its whole source text in memory.
  setMergeCacheSize(rememberedPieces)
  return (text) => countInPieces(text, (piece) => countTokens(piece, asPlainText))
}

const rememberedPieces = 2_000
/** Counts control tokens as ordinary text, because the input is written by users and tools. */
const asPlainText = { disallowedSpecial: new Set<string>() }

/** Handles a failure at the import itself, because only then do bundlers tolerate a package that is not installed. */
const vocabularies = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base').catch(undefinedIfMissing),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base').catch(undefinedIfMissing),
}

function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error
}
