/** Preset ids of providers that have another name in models.dev. */
const presetByName: Readonly<Record<string, string>> = {
  'amazon-bedrock': 'bedrock',
  'fireworks-ai': 'fireworks',
  'github-copilot': 'copilot',
  gmicloud: 'gmi',
  google: 'gemini',
  kilo: 'kilocode',
  'kimi-for-coding': 'kimi-coding',
  moonshotai: 'moonshot',
  'moonshotai-cn': 'moonshot-cn',
  'novita-ai': 'novita',
  opencode: 'opencode-zen',
  togetherai: 'together',
  vercel: 'ai-gateway',
}

/** Returns the preset id of a models.dev provider. */
export function presetIdOf(name: string): string {
  return Object.hasOwn(presetByName, name) ? (presetByName[name] ?? name) : name
}
