/** The addresses of the hubs, without a trailing slash. Each can be replaced, for example by a mirror. */
export interface HubAddresses {
  readonly github: string
  readonly clawhub: string
  readonly lobehub: string
  readonly 'skills-sh': string
}

export const hubAddresses: HubAddresses = {
  github: 'https://api.github.com',
  clawhub: 'https://clawhub.ai',
  lobehub: 'https://chat-agents.lobehub.com',
  'skills-sh': 'https://skills.sh',
}

/** Repositories that are searched without being added, by publishers that the guard trusts. */
export const knownTaps: readonly string[] = [
  'anthropics/skills/skills',
  'openai/skills/skills',
  'huggingface/skills/skills',
  'NVIDIA/skills/skills',
]
