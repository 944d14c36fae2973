import { codeOf } from '@hermes/safety'
import { countInPieces } from './count-in-pieces.js'
import type { VocabularyName } from './families.js'

/** The tokens of a text by a vocabulary. */
export type CountText = (text: string) => number

/**
 * Loads a vocabulary: some megabytes and a tenth of a second, so only where it is wanted. `undefined` where the package
 * `gpt-tokenizer` is not installed.
 */
export async function loadVocabulary(name: VocabularyName): Promise<CountText | undefined> {
  try {
    const { countTokens, setMergeCacheSize } = await vocabularies[name]()
    // What it remembers are slices, and a slice keeps the whole text that it is from.
    setMergeCacheSize(rememberedPieces)
    return (text) => countInPieces(text, (piece) => countTokens(piece, asPlainText))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const rememberedPieces = 2_000
/** What looks like a control token is text like any other: it came from people and tools. */
const asPlainText = { disallowedSpecial: new Set<string>() }

const vocabularies = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ERR_MODULE_NOT_FOUND'
}
