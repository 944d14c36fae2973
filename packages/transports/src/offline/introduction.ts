/** Said to whatever no rule understands, and to `help`. */
export function introduction(examples: readonly string[]): string {
  return [
    'I am the offline stand-in: a few fixed rules, not a language model. I understand these requests:',
    ...examples.map((example) => `  ${example}`),
    '',
    'For a real model, choose one of these:',
    '  a provider:      hermes config set OPENROUTER_API_KEY KEY (or OPENAI_API_KEY, ANTHROPIC_API_KEY, ...)',
    '  a local server:  hermes --provider ollama -m MODEL (or lmstudio, llamacpp, vllm)',
    '  any other:       hermes --provider custom --base-url URL -m MODEL',
  ].join('\n')
}
