/** The names in models.dev of providers that have another id here. */
const presetByName: Readonly<Record<string, string>> = {
  'amazon-bedrock': 'bedrock',
  'fireworks-ai': 'fireworks',
  'github-copilot': 'copilot',
  google: 'gemini',
  'kimi-for-coding': 'kimi-coding',
  moonshotai: 'moonshot',
  'novita-ai': 'novita',
  opencode: 'opencode-zen',
  togetherai: 'together',
  vercel: 'ai-gateway',
}

/** The preset id of a provider of models.dev. */
export function presetIdOf(name: string): string {
  return Object.hasOwn(presetByName, name) ? (presetByName[name] ?? name) : name
}
