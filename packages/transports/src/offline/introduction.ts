/** Said to whatever no rule understands, and to `help`. */
export function introduction(examples: readonly string[]): string {
  return [
    'I am the offline stand-in: a few fixed rules, not a language model. I understand these requests:',
    ...examples.map((example) => `  ${example}`),
    '',
    'For a real model, choose one of these:',
    '  a login:         hermes auth login openrouter (or copilot, openai-codex, nous, anthropic)',
    '  an API key:      hermes auth add openrouter (or hermes config set OPENROUTER_API_KEY KEY)',
    '  a local server:  hermes --provider ollama -m MODEL (or lmstudio, llamacpp, vllm)',
    '  any other:       hermes --provider custom --base-url URL -m MODEL',
  ].join('\n')
}
