/** The answer to `help` and to requests that no rule matches. */
export function introduction(examples: readonly string[]): string {
  return [
    'I am the offline stand-in: a few fixed rules, not a language model. I understand these requests:',
    ...examples.map((example) => `  ${example}`),
    '',
    'For a real model, configure a provider:',
    '  by its API key:        OPENROUTER_API_KEY, ANTHROPIC_API_KEY or another one in the environment',
    '  on this machine:       the provider ollama, lmstudio, llamacpp or vllm, and a model that it has',
    '  at another address:    the provider custom, and its base URL',
  ].join('\n')
}
