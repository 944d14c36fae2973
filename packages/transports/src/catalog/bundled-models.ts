import type { CatalogEdition, CatalogModel, Modality, ModelPrice, TokenPrices } from './model.js'
import { toMicroUsd } from './money.js'

type Row = readonly [
  id: string,
  contextWindow: number,
  maxOutputTokens: number,
  /** One letter per ability: `t`ool calls, `r`easoning, and inputs besides text: `i`mages, `p`df, `a`udio, `v`ideo. */
  abilities: string,
  prices?: Prices,
  /** Prices of calls whose prompt has more than this number of tokens. */
  longPrompts?: readonly [abovePromptTokens: number, ...Prices],
]

/** Prices in USD per million tokens. */
type Prices = readonly [input: number, output: number, cacheRead?: number, cacheWrite?: number]

/** Edition of the data published by models.dev (MIT). The table has the default models of the presets and other popular models. */
const version = '2026-07-02'
const rows: Readonly<Record<string, readonly Row[]>> = {
  anthropic: [
    // Newer than this edition: values published by the vendor, some without cache prices.
    ['claude-sonnet-5-5', 1_000_000, 128_000, 'trip', [2, 10, 0.2, 2.5]],
    ['claude-opus-5-5', 1_000_000, 128_000, 'trip', [4, 20]],
    ['claude-fable-5-1', 1_000_000, 128_000, 'trip', [10, 50]],
    ['claude-sonnet-5', 1_000_000, 128_000, 'trip', [2, 10, 0.2, 2.5]],
    ['claude-fable-5', 1_000_000, 128_000, 'trip', [10, 50, 1, 12.5]],
    ['claude-opus-4-8', 1_000_000, 128_000, 'trip', [5, 25, 0.5, 6.25]],
    ['claude-opus-4-7', 1_000_000, 128_000, 'trip', [5, 25, 0.5, 6.25]],
    ['claude-opus-4-6', 1_000_000, 128_000, 'trip', [5, 25, 0.5, 6.25]],
    ['claude-opus-4-5', 200_000, 64_000, 'trip', [5, 25, 0.5, 6.25]],
    ['claude-sonnet-4-6', 1_000_000, 64_000, 'trip', [3, 15, 0.3, 3.75]],
    ['claude-sonnet-4-5', 200_000, 64_000, 'trip', [3, 15, 0.3, 3.75]],
    ['claude-haiku-4-5', 200_000, 64_000, 'trip', [1, 5, 0.1, 1.25]],
  ],
  openai: [
    ['gpt-5.5', 1_050_000, 128_000, 'trip', [5, 30, 0.5], [272_000, 10, 45, 1]],
    ['gpt-5.5-pro', 1_050_000, 128_000, 'trip', [30, 180]],
    ['gpt-5.4', 1_050_000, 128_000, 'trip', [2.5, 15, 0.25], [272_000, 5, 22.5, 0.5]],
    ['gpt-5.4-mini', 400_000, 128_000, 'tri', [0.75, 4.5, 0.075]],
    ['gpt-5.4-nano', 400_000, 128_000, 'tri', [0.2, 1.25, 0.02]],
    ['gpt-5.3-codex', 400_000, 128_000, 'trip', [1.75, 14, 0.175]],
    ['gpt-5.2', 400_000, 128_000, 'tri', [1.75, 14, 0.175]],
    ['gpt-5.1', 400_000, 128_000, 'tri', [1.25, 10, 0.125]],
    ['gpt-5', 400_000, 128_000, 'tri', [1.25, 10, 0.125]],
    ['gpt-5-mini', 400_000, 128_000, 'tri', [0.25, 2, 0.025]],
    ['gpt-5-nano', 400_000, 128_000, 'tri', [0.05, 0.4, 0.005]],
    ['gpt-4.1', 1_047_576, 32_768, 'tip', [2, 8, 0.5]],
    ['gpt-4.1-mini', 1_047_576, 32_768, 'tip', [0.4, 1.6, 0.1]],
    ['gpt-4o', 128_000, 16_384, 'tip', [2.5, 10, 1.25]],
    ['gpt-4o-mini', 128_000, 16_384, 'tip', [0.15, 0.6, 0.075]],
    ['o3', 200_000, 100_000, 'trip', [2, 8, 0.5]],
    ['o4-mini', 200_000, 100_000, 'tri', [1.1, 4.4, 0.275]],
  ],
  gemini: [
    ['gemini-3.5-flash', 1_048_576, 65_536, 'tripav', [1.5, 9, 0.15]],
    ['gemini-3.1-pro-preview', 1_048_576, 65_536, 'tripav', [2, 12, 0.2], [200_000, 4, 18, 0.4]],
    ['gemini-3.1-flash-lite', 1_048_576, 65_536, 'tripav', [0.25, 1.5, 0.025]],
    ['gemini-2.5-pro', 1_048_576, 65_536, 'tripav', [1.25, 10, 0.125], [200_000, 2.5, 15, 0.25]],
    ['gemini-2.5-flash', 1_048_576, 65_536, 'tripav', [0.3, 2.5, 0.03]],
  ],
  xai: [
    ['grok-4.3', 1_000_000, 30_000, 'trip', [1.25, 2.5, 0.2]],
    ['grok-build-0.1', 256_000, 256_000, 'trip', [1, 2, 0.2]],
  ],
  deepseek: [
    ['deepseek-v4-pro', 1_000_000, 384_000, 'tr', [0.435, 0.87, 0.003625]],
    ['deepseek-v4-flash', 1_000_000, 384_000, 'tr', [0.14, 0.28, 0.0028]],
  ],
  mistral: [
    ['mistral-medium-latest', 262_144, 262_144, 'ti', [0.4, 2]],
    ['mistral-large-latest', 262_144, 262_144, 'ti', [0.5, 1.5]],
    ['mistral-small-latest', 256_000, 256_000, 'tri', [0.15, 0.6]],
    ['codestral-latest', 256_000, 4096, 't', [0.3, 0.9]],
  ],
  zai: [
    ['glm-5.2', 1_000_000, 131_072, 'tr', [1.4, 4.4, 0.26, 0]],
    ['glm-5.1', 200_000, 131_072, 'tr', [1.4, 4.4, 0.26, 0]],
    ['glm-4.7', 204_800, 131_072, 'tr', [0.6, 2.2, 0.11, 0]],
  ],
  moonshot: [
    ['kimi-k2.7-code', 262_144, 262_144, 'triv', [0.95, 4, 0.19]],
    ['kimi-k2.6', 262_144, 262_144, 'triv', [0.95, 4, 0.16]],
  ],
  'kimi-coding': [['k2p7', 262_144, 32_768, 'triv', [0, 0, 0, 0]]],
  minimax: [
    ['MiniMax-M3', 1_000_000, 128_000, 'triv', [0.3, 1.2, 0.06]],
    ['MiniMax-M2.7', 204_800, 131_072, 'tr', [0.3, 1.2, 0.06, 0.375]],
  ],
  alibaba: [
    ['qwen3.7-plus', 1_000_000, 65_536, 'triv', [0.5, 3, 0.05, 0.625]],
    ['qwen3.7-max', 1_000_000, 65_536, 'tr', [2.5, 7.5, 0.5, 3.125]],
  ],
  openrouter: [
    ['anthropic/claude-sonnet-5', 1_000_000, 128_000, 'trip', [2, 10, 0.2, 2.5]],
    ['anthropic/claude-opus-4.8', 1_000_000, 128_000, 'trip', [5, 25, 0.5, 6.25]],
    ['anthropic/claude-haiku-4.5', 200_000, 64_000, 'trip', [1, 5, 0.1, 1.25]],
    ['openai/gpt-5.5', 1_050_000, 128_000, 'trip', [5, 30, 0.5], [272_000, 10, 45, 1]],
    ['openai/gpt-5.4-mini', 400_000, 128_000, 'trip', [0.75, 4.5, 0.075]],
    ['google/gemini-3.5-flash', 1_048_576, 65_536, 'tripav', [1.5, 9, 0.15, 0.083333]],
    ['x-ai/grok-4.3', 1_000_000, 1_000_000, 'trip', [1.25, 2.5, 0.2]],
    ['deepseek/deepseek-v4-pro', 1_048_576, 384_000, 'tr', [0.435, 0.87, 0.003625]],
    ['z-ai/glm-5.2', 1_048_576, 32_768, 'tr', [0.93, 3, 0.18]],
    ['moonshotai/kimi-k2.7-code', 262_144, 16_384, 'tri', [0.74, 3.5, 0.15]],
    ['qwen/qwen3.7-plus', 1_000_000, 65_536, 'tri', [0.32, 1.28, 0.064, 0.4]],
    ['minimax/minimax-m3', 524_288, 512_000, 'triv', [0.3, 1.2, 0.06]],
  ],
  'ai-gateway': [['anthropic/claude-sonnet-5', 1_000_000, 128_000, 'trip', [2, 10, 0.2, 2.5]]],
  groq: [
    ['openai/gpt-oss-120b', 131_072, 65_536, 'tr', [0.15, 0.6, 0.075]],
    ['openai/gpt-oss-20b', 131_072, 65_536, 'tr', [0.075, 0.3, 0.0375]],
    ['llama-3.3-70b-versatile', 131_072, 32_768, 't', [0.59, 0.79]],
  ],
  cerebras: [['gpt-oss-120b', 131_072, 40_960, 'tr', [0.35, 0.75]]],
  huggingface: [['zai-org/GLM-5.2', 262_144, 131_072, 'tr', [1.4, 4.4]]],
  nvidia: [['nvidia/nemotron-3-ultra-550b-a55b', 1_000_000, 65_536, 'tr', [0.5, 2.5, 0.15]]],
  fireworks: [['accounts/fireworks/models/glm-5p2', 1_048_575, 131_072, 'tr', [1.4, 4.4, 0.26]]],
  together: [['zai-org/GLM-5.2', 262_144, 164_000, 'tr', [1.4, 4.4, 0.26]]],
  deepinfra: [['zai-org/GLM-5.2', 1_048_576, 32_768, 'tr', [0.95, 3, 0.18]]],
  nebius: [
    ['zai-org/GLM-5.2', 432_000, 432_000, 'tr', [1.4, 4.4]],
    ['NousResearch/Hermes-4-405B', 128_000, 8192, 'tr', [1, 3, 0.1, 1.25]],
    ['NousResearch/Hermes-4-70B', 128_000, 8192, 'tr', [0.13, 0.4, 0.013, 0.16]],
  ],
  novita: [['zai-org/glm-5.2', 1_048_576, 131_072, 'tr', [1.4, 4.4, 0.26]]],
  'opencode-zen': [['glm-5.2', 1_000_000, 131_072, 'tr', [1.4, 4.4, 0.26]]],
  'opencode-go': [['glm-5.2', 1_000_000, 131_072, 'tr', [1.4, 4.4, 0.26]]],
  kilocode: [['z-ai/glm-5.2', 1_048_576, 128_000, 'tr', [1.4, 4.4, 0.26]]],
  gmi: [['zai-org/GLM-5.2-FP8', 1_000_000, 131_072, 'tr', [0.979, 3.08, 0.182]]],
  arcee: [['zai-org/glm-5.2', 262_144, 131_072, 'tr', [1.4, 4.4, 0.26]]],
  'tencent-tokenhub': [['glm-5.1', 200_000, 131_072, 'tr']],
  'zai-coding-plan': [['glm-5.2', 1_000_000, 131_072, 'tr', [0, 0, 0, 0]]],
  'moonshot-cn': [['kimi-k2.7-code', 262_144, 262_144, 'triv', [0.95, 4, 0.19]]],
  'minimax-cn': [['MiniMax-M3', 512_000, 128_000, 'triv', [0.6, 2.4, 0.12]]],
  'alibaba-cn': [['qwen3.7-plus', 1_000_000, 64_000, 'tri', [0.5, 3, 0.05, 0.625]]],
  'alibaba-coding-plan': [['qwen3.7-plus', 1_000_000, 64_000, 'tri']],
  'alibaba-coding-plan-cn': [['qwen3.7-plus', 1_000_000, 64_000, 'tri']],
  'alibaba-token-plan': [['qwen3.7-plus', 1_000_000, 64_000, 'tri', [0, 0, 0, 0]]],
  'alibaba-token-plan-cn': [['qwen3.7-plus', 1_000_000, 64_000, 'tri', [0, 0, 0, 0]]],
  'ollama-cloud': [['glm-5.2', 976_000, 131_072, 'tr']],
  stepfun: [['step-3.7-flash', 256_000, 256_000, 'tri', [0.2, 1.15, 0.04]]],
  xiaomi: [['mimo-v2.5-pro', 1_048_576, 131_072, 'tr', [0.435, 0.87, 0.0036]]],
  upstage: [['solar-pro3', 131_072, 8192, 'tr', [0.25, 0.25]]],
}

const modalities: readonly (readonly [letter: string, modality: Modality])[] = [
  ['i', 'image'],
  ['a', 'audio'],
  ['v', 'video'],
  ['p', 'pdf'],
]

/** Returns the models that are available without a download. */
export function bundledModels(): CatalogEdition {
  const models = Object.entries(rows).flatMap(([provider, list]) => list.map((row) => toModel(provider, row)))
  return { source: 'bundled', version, models }
}

function toModel(provider: string, row: Row): CatalogModel {
  const [id, contextWindow, maxOutputTokens, abilities, prices, longPrompts] = row
  const read = modalities.filter(([letter]) => abilities.includes(letter)).map(([, modality]) => modality)
  return {
    provider,
    id,
    contextWindow,
    maxOutputTokens,
    input: ['text', ...read],
    output: ['text'],
    reasoning: abilities.includes('r'),
    toolCalls: abilities.includes('t'),
    ...(prices && { price: { ...toPrices(prices), ...toTiers(longPrompts), source: 'bundled', version } }),
  }
}

function toTiers(longPrompts: Row[5]): Pick<ModelPrice, 'tiers'> {
  if (!longPrompts) return {}
  const [abovePromptTokens, ...prices] = longPrompts
  return { tiers: [{ abovePromptTokens, ...toPrices(prices) }] }
}

function toPrices([input, output, cacheRead, cacheWrite]: Prices): TokenPrices {
  return {
    input: toMicroUsd(input),
    output: toMicroUsd(output),
    ...(cacheRead !== undefined && { cacheRead: toMicroUsd(cacheRead) }),
    ...(cacheWrite !== undefined && { cacheWrite: toMicroUsd(cacheWrite) }),
  }
}
