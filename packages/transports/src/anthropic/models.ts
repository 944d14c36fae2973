/** Properties of a model that affect its requests. */
export interface ModelTraits {
  /** Output limit when the caller sets none: the maximum the model supports. */
  readonly maxOutputTokens: number
  /** How the request controls thinking. `budget`: it sets a number of tokens. `adaptive`: the model decides, guided by an effort. */
  readonly thinking: 'none' | 'budget' | 'adaptive'
  /** Whether the model thinks when the request does not mention thinking. */
  readonly thinksByDefault: boolean
  /** Setting that disables thinking; `undefined` if there is none. */
  readonly off: 'omit' | 'disabled' | 'between_tools' | undefined
  /** Whether the model supports the effort `xhigh` and returns its thinking only on request. */
  readonly hasFullEffortRange: boolean
  /**
   * Whether the model rejects thinking blocks of a conversation that has since changed, for example by compression,
   * unless the request drops them.
   */
  readonly bindsThinking: boolean
  /** Whether the model needs a beta header to think between tool calls. */
  readonly needsInterleavedBeta: boolean
  readonly isClaude: boolean
}

interface ClaudeName {
  readonly family: string
  /** Version as a number: 4.6 is 406. */
  readonly version: number
}

/** Traits of models by other vendors. They support an older version of the API and think unless the request disables it. */
const otherVendor: ModelTraits = {
  maxOutputTokens: 32_000,
  thinking: 'budget',
  thinksByDefault: true,
  off: 'disabled',
  hasFullEffortRange: false,
  bindsThinking: false,
  needsInterleavedBeta: false,
  isClaude: false,
}

export function modelTraits(model: string): ModelTraits {
  const name = parseClaudeName(model)
  if (!name) return otherVendor
  const { version } = name
  return {
    maxOutputTokens: maxOutputTokensOf(name),
    thinking: version < 307 ? 'none' : version < 406 ? 'budget' : 'adaptive',
    thinksByDefault: version >= 500,
    off: offSwitchOf(name),
    hasFullEffortRange: version >= 407,
    bindsThinking: version >= 505 || (isAlwaysThinking(name) && version >= 501),
    needsInterleavedBeta: version >= 400 && version < 406,
    isClaude: true,
  }
}

/**
 * Parses `claude-opus-4-6`, `anthropic/claude-opus-4.6` and `claude-3-5-sonnet-20241022`. A name without a number
 * counts as the newest version.
 */
function parseClaudeName(model: string): ClaudeName | undefined {
  const modern = /claude-([a-z]+)-(\d{1,2})(?:[-.](\d{1,2})(?!\d))?(?!\d)/.exec(model)
  if (modern) return toName(modern[1], modern[2], modern[3])
  const early = /claude-(\d{1,2})(?:[-.](\d{1,2}))?-([a-z]+)/.exec(model)
  if (early) return toName(early[3], early[1], early[2])
  const bare = /claude-([a-z]+)/.exec(model)
  return bare ? toName(bare[1], '99', '0') : undefined
}

function toName(family = '', major = '0', minor = '0'): ClaudeName {
  return { family, version: Number(major) * 100 + Number(minor) }
}

function maxOutputTokensOf({ family, version }: ClaudeName): number {
  if (version >= 406) return 128_000
  if (version < 305) return 4_096
  if (version < 307) return 8_192
  return family === 'opus' && version < 405 ? 32_000 : 64_000
}

function isAlwaysThinking({ family }: ClaudeName): boolean {
  return family === 'fable' || family === 'mythos'
}

/**
 * Returns the setting that disables thinking. Models newer than this table get the lowest effort instead, which every
 * thinking model accepts.
 */
function offSwitchOf(name: ClaudeName): ModelTraits['off'] {
  const { family, version } = name
  if (isAlwaysThinking(name) || version > 505) return undefined
  if (version < 500) return 'omit'
  if (version < 505 || family === 'haiku') return 'disabled'
  return family === 'sonnet' ? 'between_tools' : undefined
}
