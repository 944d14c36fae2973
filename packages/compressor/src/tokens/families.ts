/** Models with the same tokenizer, or similar ones. */
export type TokenizerFamily = 'o200k' | 'cl100k' | 'llama' | 'qwen' | 'deepseek' | 'gemini' | 'claude' | 'claude-4.7'

/** The vocabularies that can be loaded. */
export type VocabularyName = 'o200k_base' | 'cl100k_base'

export interface Family {
  /** The vocabulary to count with. Absent if the family's estimate is as accurate as any public vocabulary. */
  readonly vocabulary?: VocabularyName
  /** Whether the vocabulary is the family's own. */
  readonly isExact: boolean
  /** The overhead of a request, in tokens. */
  readonly frame: Frame
}

/** The tokens that a provider adds to the texts, derived from the counts of several providers. The values for tool calls are guesses. */
export interface Frame {
  readonly message: number
  readonly toolCall: number
  /** Once per request with tools. */
  readonly tools: number
  readonly tool: number
  readonly property: number
  readonly choice: number
}

const openai: Frame = { message: 4, toolCall: 10, tools: 24, tool: 8, property: 6, choice: 7 }
const anthropic: Frame = { message: 3, toolCall: 30, tools: 350, tool: 58, property: 18, choice: 9 }
const google: Frame = { message: 1, toolCall: 10, tools: 0, tool: 2, property: 3, choice: 0 }
const template: Frame = { message: 5, toolCall: 20, tools: 140, tool: 50, property: 16, choice: 9 }

export const families: Readonly<Record<TokenizerFamily, Family>> = {
  o200k: { vocabulary: 'o200k_base', isExact: true, frame: openai },
  cl100k: { vocabulary: 'cl100k_base', isExact: true, frame: openai },
  llama: { vocabulary: 'o200k_base', isExact: false, frame: template },
  qwen: { vocabulary: 'o200k_base', isExact: false, frame: template },
  deepseek: { vocabulary: 'o200k_base', isExact: false, frame: template },
  gemini: { isExact: false, frame: google },
  claude: { isExact: false, frame: anthropic },
  'claude-4.7': { isExact: false, frame: anthropic },
}

const patterns: readonly (readonly [RegExp, TokenizerFamily])[] = [
  [/gemini|gemma/, 'gemini'],
  [/deepseek/, 'deepseek'],
  [/qwen|qwq/, 'qwen'],
  [/llama|hermes/, 'llama'],
  [/gpt-?3|gpt-4(?!o|[.\d])|text-embedding|davinci-002/, 'cl100k'],
]

/**
 * Returns the family of a model, by its name in the notation of any provider (`anthropic/claude-sonnet-5`, `gpt-4o-2024-08-06`). Unknown
 * models count as `o200k`.
 */
export function familyOf(model: string): TokenizerFamily {
  const name = model.toLowerCase()
  if (name.includes('claude')) return claudeFamily(name)
  return patterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'o200k'
}

/** Claude 4.7 introduced a vocabulary with more tokens for the same text. A name without a version counts as the newest model. */
function claudeFamily(name: string): TokenizerFamily {
  const version = /claude\D{0,40}?(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/.exec(name)
  if (!version) return 'claude-4.7'
  const [, major = '', minor = '0'] = version
  return Number(major) > 4 || (major === '4' && Number(minor) >= 7) ? 'claude-4.7' : 'claude'
}
