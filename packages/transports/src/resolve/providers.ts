import type { ApiMode } from '@hermes/core'

/** A named provider or kind of local server. */
export interface ProviderPreset {
  /** Value for `model.provider`. */
  readonly id: string
  /** Name to display. */
  readonly name: string
  /** Base URL. Empty if the user must set one. */
  readonly baseUrl: string
  /** Environment variables of the key, in order of precedence. The key is sent only to the host of `baseUrl`. */
  readonly keyVariables: readonly string[]
  readonly apiMode: ApiMode
  /** Model to use if none is chosen. */
  readonly defaultModel?: string
  /** Whether `hermes auth login` supports the provider, in addition to API keys or instead of them. */
  readonly login?: 'optional' | 'required'
  /** Whether it runs on the user's machine. It then needs no key and may take long until the first token. */
  readonly isLocal: boolean
}

const zaiVariables = ['ZAI_API_KEY', 'GLM_API_KEY', 'ZHIPU_API_KEY']

/** All presets, in the order in which available keys select a provider. */
export const providerPresets: readonly ProviderPreset[] = [
  {
    ...hosted(
      'openrouter',
      'OpenRouter',
      'https://openrouter.ai/api/v1',
      ['OPENROUTER_API_KEY'],
      'anthropic/claude-sonnet-5',
    ),
    login: 'optional',
  },
  {
    ...hosted('nous', 'Nous Portal', 'https://inference-api.nousresearch.com/v1', ['NOUS_API_KEY'], 'Hermes-4-405B'),
    login: 'optional',
  },
  hosted('openai', 'OpenAI', 'https://api.openai.com/v1', ['OPENAI_API_KEY'], 'gpt-5.5'),
  {
    ...hosted(
      'anthropic',
      'Anthropic',
      'https://api.anthropic.com',
      ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'],
      'claude-sonnet-5-5',
    ),
    apiMode: 'anthropic_messages',
    login: 'optional',
  },
  {
    ...hosted('openai-codex', 'OpenAI Codex', 'https://chatgpt.com/backend-api/codex', [], 'gpt-5.5'),
    apiMode: 'codex_responses',
    login: 'required',
  },
  { ...hosted('copilot', 'GitHub Copilot', 'https://api.githubcopilot.com', [], 'gpt-5-mini'), login: 'required' },
  {
    // Address of the default region.
    ...hosted(
      'bedrock',
      'Amazon Bedrock',
      'https://bedrock-runtime.us-east-1.amazonaws.com',
      ['AWS_BEARER_TOKEN_BEDROCK'],
      'global.anthropic.claude-sonnet-5',
    ),
    apiMode: 'bedrock_converse',
  },
  hosted(
    'gemini',
    'Google Gemini',
    'https://generativelanguage.googleapis.com/v1beta/openai',
    ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    'gemini-3.5-flash',
  ),
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com', ['DEEPSEEK_API_KEY'], 'deepseek-v4-pro'),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1', ['GROQ_API_KEY'], 'openai/gpt-oss-120b'),
  hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1', ['MISTRAL_API_KEY'], 'mistral-medium-latest'),
  // xAI's chat completions are deprecated and do not accept earlier reasoning.
  { ...hosted('xai', 'xAI', 'https://api.x.ai/v1', ['XAI_API_KEY'], 'grok-4.3'), apiMode: 'codex_responses' },
  hosted('zai', 'Z.AI', 'https://api.z.ai/api/paas/v4', zaiVariables, 'glm-5.2'),
  hosted('kimi-coding', 'Kimi For Coding', 'https://api.kimi.com/coding/v1', ['KIMI_API_KEY'], 'k2p7'),
  hosted('moonshot', 'Moonshot AI', 'https://api.moonshot.ai/v1', ['MOONSHOT_API_KEY'], 'kimi-k2.7-code'),
  {
    ...hosted('minimax', 'MiniMax', 'https://api.minimax.io/anthropic', ['MINIMAX_API_KEY'], 'MiniMax-M3'),
    apiMode: 'anthropic_messages',
  },
  hosted(
    'alibaba',
    'Alibaba Model Studio',
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    ['DASHSCOPE_API_KEY'],
    'qwen3.7-plus',
  ),
  hosted('huggingface', 'Hugging Face', 'https://router.huggingface.co/v1', ['HF_TOKEN'], 'zai-org/GLM-5.2'),
  hosted(
    'nvidia',
    'NVIDIA',
    'https://integrate.api.nvidia.com/v1',
    ['NVIDIA_API_KEY'],
    'nvidia/nemotron-3-ultra-550b-a55b',
  ),
  hosted(
    'fireworks',
    'Fireworks AI',
    'https://api.fireworks.ai/inference/v1',
    ['FIREWORKS_API_KEY'],
    'accounts/fireworks/models/glm-5p2',
  ),
  hosted('together', 'Together AI', 'https://api.together.xyz/v1', ['TOGETHER_API_KEY'], 'zai-org/GLM-5.2'),
  hosted('cerebras', 'Cerebras', 'https://api.cerebras.ai/v1', ['CEREBRAS_API_KEY'], 'gpt-oss-120b'),
  hosted('deepinfra', 'Deep Infra', 'https://api.deepinfra.com/v1/openai', ['DEEPINFRA_API_KEY'], 'zai-org/GLM-5.2'),
  hosted('nebius', 'Nebius', 'https://api.tokenfactory.nebius.com/v1', ['NEBIUS_API_KEY'], 'zai-org/GLM-5.2'),
  hosted('novita', 'NovitaAI', 'https://api.novita.ai/openai', ['NOVITA_API_KEY'], 'zai-org/glm-5.2'),
  hosted('stepfun', 'StepFun', 'https://api.stepfun.com/v1', ['STEPFUN_API_KEY'], 'step-3.7-flash'),
  hosted('xiaomi', 'Xiaomi', 'https://api.xiaomimimo.com/v1', ['XIAOMI_API_KEY'], 'mimo-v2.5-pro'),
  hosted('upstage', 'Upstage', 'https://api.upstage.ai/v1/solar', ['UPSTAGE_API_KEY'], 'solar-pro3'),
  hosted('ollama-cloud', 'Ollama Cloud', 'https://ollama.com/v1', ['OLLAMA_API_KEY'], 'glm-5.2'),
  hosted(
    'ai-gateway',
    'Vercel AI Gateway',
    'https://ai-gateway.vercel.sh/v1',
    ['AI_GATEWAY_API_KEY'],
    'anthropic/claude-sonnet-5',
  ),
  hosted('opencode-zen', 'OpenCode Zen', 'https://opencode.ai/zen/v1', ['OPENCODE_API_KEY'], 'glm-5.2'),
  hosted('opencode-go', 'OpenCode Go', 'https://opencode.ai/zen/go/v1', ['OPENCODE_API_KEY'], 'glm-5.2'),
  hosted('kilocode', 'Kilo Gateway', 'https://api.kilo.ai/api/gateway', ['KILO_API_KEY'], 'z-ai/glm-5.2'),
  hosted('gmi', 'GMI Cloud', 'https://api.gmi-serving.com/v1', ['GMICLOUD_API_KEY'], 'zai-org/GLM-5.2-FP8'),
  hosted('arcee', 'Arcee', 'https://api.arcee.ai/api/v1', ['ARCEE_API_KEY'], 'zai-org/glm-5.2'),
  hosted(
    'tencent-tokenhub',
    'Tencent TokenHub',
    'https://tokenhub.tencentmaas.com/v1',
    ['TENCENT_TOKENHUB_API_KEY'],
    'glm-5.1',
  ),
  hosted('zai-coding-plan', 'Z.AI Coding Plan', 'https://api.z.ai/api/coding/paas/v4', zaiVariables, 'glm-5.2'),
  // The Chinese branches of these vendors have separate accounts whose keys use the same variables, so they are
  // selected only by name.
  hosted('moonshot-cn', 'Moonshot AI (China)', 'https://api.moonshot.cn/v1', ['MOONSHOT_API_KEY'], 'kimi-k2.7-code'),
  {
    ...hosted('minimax-cn', 'MiniMax (China)', 'https://api.minimaxi.com/anthropic', ['MINIMAX_API_KEY'], 'MiniMax-M3'),
    apiMode: 'anthropic_messages',
  },
  hosted(
    'alibaba-cn',
    'Alibaba Model Studio (China)',
    'https://dashscope.aliyuncs.com/compatible-mode/v1',
    ['DASHSCOPE_API_KEY'],
    'qwen3.7-plus',
  ),
  hosted(
    'alibaba-coding-plan',
    'Alibaba Coding Plan',
    'https://coding-intl.dashscope.aliyuncs.com/v1',
    ['ALIBABA_CODING_PLAN_API_KEY'],
    'qwen3.7-plus',
  ),
  hosted(
    'alibaba-coding-plan-cn',
    'Alibaba Coding Plan (China)',
    'https://coding.dashscope.aliyuncs.com/v1',
    ['ALIBABA_CODING_PLAN_API_KEY'],
    'qwen3.7-plus',
  ),
  hosted(
    'alibaba-token-plan',
    'Alibaba Token Plan',
    'https://token-plan.maas.qwencloudapi.com/compatible-mode/v1',
    ['ALIBABA_TOKEN_PLAN_API_KEY'],
    'qwen3.7-plus',
  ),
  hosted(
    'alibaba-token-plan-cn',
    'Alibaba Token Plan (China)',
    'https://token-plan.maas.qianwenaiapi.com/compatible-mode/v1',
    ['ALIBABA_TOKEN_PLAN_API_KEY'],
    'qwen3.7-plus',
  ),
  local('ollama', 'Ollama', 11434),
  local('lmstudio', 'LM Studio', 1234, ['LMSTUDIO_API_KEY']),
  local('llamacpp', 'llama.cpp', 8080),
  local('vllm', 'vLLM', 8000),
  // Reads only its own key, because the base URL may be any server.
  { ...local('custom', 'Custom server', 0, ['CUSTOM_API_KEY']), baseUrl: '' },
  { ...local('offline', 'Offline stand-in', 0), baseUrl: '', apiMode: 'offline', defaultModel: 'offline' },
]

/** Other names of providers, with the preset id of each. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['openai-api', 'openai'],
  ['nebius-token-factory', 'nebius'],
])

/** Returns the preset with this id or alias. */
export function findPreset(id: string): ProviderPreset | undefined {
  const own = aliases.get(id) ?? id
  return providerPresets.find((preset) => preset.id === own)
}

/** Returns the presets that share a key variable: other regions or plans of the same vendor. */
export function siblingsOf({ id, keyVariables }: ProviderPreset): readonly ProviderPreset[] {
  return providerPresets.filter(
    (other) => other.id !== id && other.keyVariables.some((variable) => keyVariables.includes(variable)),
  )
}

function hosted(
  id: string,
  name: string,
  baseUrl: string,
  keyVariables: readonly string[],
  defaultModel: string,
): ProviderPreset {
  return { id, name, baseUrl, keyVariables, apiMode: 'chat_completions', defaultModel, isLocal: false }
}

function local(id: string, name: string, port: number, keyVariables: readonly string[] = []): ProviderPreset {
  const baseUrl = `http://127.0.0.1:${port}/v1`
  return { id, name, baseUrl, keyVariables, apiMode: 'chat_completions', isLocal: true }
}
