/** Toolsets that stand for others, by name. A member is a toolset, a tool, `mcp-*`, or one of these with `-` before it. */
export type Toolsets = Readonly<Record<string, readonly string[]>>

/** What tools of Hermes and its extensions call their toolset. Each may be empty in a given installation. */
export const knownToolsets: readonly string[] = [
  'browser',
  'clarify',
  'code_execution',
  'computer_use',
  'cronjob',
  'delegation',
  'discord',
  'feishu',
  'file',
  'homeassistant',
  'image_gen',
  'kanban',
  'matrix',
  'memory',
  'search',
  'session_search',
  'skills',
  'terminal',
  'todo',
  'tts',
  'video',
  'video_gen',
  'vision',
  'web',
  'x_search',
  'yuanbao',
]

/** What works the same wherever the agent is talked to. */
const everywhere: readonly string[] = [
  'terminal',
  'file',
  'web',
  'vision',
  'skills',
  'memory',
  'session_search',
  'todo',
  'code_execution',
  'delegation',
  'browser',
]

/** Chat networks without tools of their own. */
const plainChats = [
  'bluebubbles',
  'dingtalk',
  'email',
  'mattermost',
  'qqbot',
  'signal',
  'slack',
  'sms',
  'telegram',
  'wecom',
  'wecom-callback',
  'weixin',
  'whatsapp',
]

/** The bundles that a config or `--toolsets` may name: for kinds of work, and for the places that people talk from. */
export const toolsets: Toolsets = {
  coding: ['terminal', 'file', 'todo', 'clarify', 'session_search'],
  debugging: ['terminal', 'web', 'file'],
  safe: ['web', 'vision', 'image_gen'],
  'hermes-cli': [...everywhere, 'clarify', 'cronjob', 'image_gen', 'tts', 'homeassistant'],
  // An editor shows no questions, pictures or sound, and starts nothing that outlives it.
  'hermes-acp': everywhere,
  // Nobody is there whom a program's request could ask.
  'hermes-api-server': ['hermes-cli', '-clarify', '-tts'],
  'hermes-cron': ['hermes-cli', '-clarify', '-cronjob'],
  // Anybody who can reach the address writes the request.
  'hermes-webhook': ['web', 'vision', 'clarify'],
  ...Object.fromEntries(plainChats.map((chat) => [`hermes-${chat}`, ['hermes-cli']])),
  'hermes-discord': ['hermes-cli', 'discord'],
  'hermes-feishu': ['hermes-cli', 'feishu'],
  'hermes-homeassistant': ['hermes-cli'],
  'hermes-matrix': ['hermes-cli', 'matrix'],
  'hermes-yuanbao': ['hermes-cli', 'yuanbao'],
  'hermes-gateway': ['hermes-cli', 'discord', 'feishu', 'matrix', 'yuanbao'],
}

/** Make no sense but for those who ask for them: no wildcard reaches them. */
export const onlyByName: readonly string[] = ['kanban', 'computer_use']
