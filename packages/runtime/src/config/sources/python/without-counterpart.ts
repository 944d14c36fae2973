import { configSections } from '../../../schema/config-schema.js'
import { isSection } from '../../../schema/section.js'
import { isEmpty } from './fields.js'
import {
  foreignNetworks,
  foreignOfNetworks,
  foreignOfServers,
  foreignOfTasks,
  foreignSettings,
} from './foreign-settings.js'
import { sharedNetworks } from './network-conversions.js'

/** Whether a setting belongs to the Hermes Agent in Python and has no counterpart in Hermes. The same then applies to everything in its section. */
export function hasNoCounterpart(path: readonly string[], value: unknown): boolean {
  const dotted = path.join('.')
  // `plugins` is a section in the Python program, and a list in Hermes.
  if (dotted === 'plugins') return isSection(value)
  // Values such as `edge` and `local` name Python programs.
  if (dotted === 'stt.provider' || dotted === 'tts.provider') return pythonSpeech.has(String(value))
  if (foreignSettings.has(dotted)) return true
  const [section = '', member = '', name, ...more] = path
  if (path.length === 1) return isNetwork(section) && isNetworkSection(value)
  if (section === 'platforms' && name === undefined)
    return isNetwork(member) && !usesPackage(value) && !isShared(member)
  if (name === undefined || more.length > 0) return false
  if (section === 'platforms') {
    return isShared(member) && foreignOfNetworks.has(name) && !isOwnOfNetwork(member, name, value)
  }
  // These are sections in the Python program, and switches in Hermes.
  if (section === 'mcp_servers') return foreignOfServers.has(name) || (switches.has(name) && isSection(value))
  return section === 'auxiliary' && foreignOfTasks.has(name)
}

/** Returns a sentence that says why a setting without a counterpart is ignored. */
export function reasonFor(path: readonly string[]): string {
  const [section = '', member = ''] = path
  const known = path.map((_, index) => reasons.get(path.slice(0, path.length - index).join('.')))
  const found = known.find((reason) => reason !== undefined)
  const network = section === 'platforms' ? member : section
  return found ?? (isNetwork(network) ? (isShared(network) ? noChats : noNetwork) : nothingAlike)
}

/** Whether only the Python program has a top-level section. */
export function isForeignSection(name: string): boolean {
  return !Object.hasOwn(configSections, name)
}

/**
 * Whether a top-level section is that of a network in the Python program. A section with a token was meant for `platforms`, because that
 * program keeps tokens in `.env` or in `platforms`.
 */
function isNetworkSection(value: unknown): boolean {
  return isEmpty(value) || (isSection(value) && value.token === undefined)
}

function isNetwork(name: string): boolean {
  return foreignNetworks.has(name) || isShared(name) || serversThere.has(name)
}

function isShared(name: string): boolean {
  return sharedNetworks.includes(name)
}

/** Whether Hermes has a setting of the same name with a different meaning. */
function isOwnOfNetwork(network: string, name: string, value: unknown): boolean {
  if (network === 'email') return name === 'password'
  // In the Python program, `encryption` is a switch.
  return network === 'matrix' && name === 'encryption' && typeof value === 'string'
}

function usesPackage(value: unknown): boolean {
  return isSection(value) && value.use !== undefined
}

/** Networks in the Python program that are servers of the gateway in Hermes. */
const serversThere: ReadonlySet<string> = new Set(['api_server', 'webhook'])

const nothingAlike = 'There is nothing like it here.'
const noNetwork = 'There is no such chat network here, unless platforms.NAME.use names its package.'
const noChats = 'Chat networks are set up in the section platforms here.'
const whichSpeech = 'Here, a program is named by command, and a server by base_url.'
const noMedia = 'A browser, voice conversations and the making of pictures are no features here yet.'

/** The reasons why the settings of a section are ignored, where there is more to say. */
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    _config_version: 'The settings have no version here.',
    bedrock: 'Here, the variable AWS_REGION names the region.',
    browser: noMedia,
    checkpoints: 'Here, max_snapshots is the limit.',
    computer_use: noMedia,
    curator: 'The upkeep of skills has its own settings here.',
    'delegation.reasoning_effort': 'Here, sub-agents reason as much as the conversation.',
    'gateway.api_server': 'The gateway always serves it here.',
    'gateway.platforms': noChats,
    group_sessions_per_user: 'Here, each network has it in platforms.NAME.per_user_in_groups.',
    hooks: 'Commands run as hooks here only from the section shell_hooks.',
    hooks_auto_accept: 'Commands run as hooks here only from the section shell_hooks.',
    image_gen: noMedia,
    known_plugin_toolsets: 'Plugins in Python cannot run here.',
    kanban: 'There is no board of tasks here.',
    'platforms.api_server': 'The gateway always serves it here.',
    'platforms.webhook': 'Here, events are set up in webhooks, and come to the port of the API server.',
    plugins: 'Plugins in Python cannot run here.',
    require_mention: 'Here, each network has it in platforms.NAME.require_mention.',
    secrets: 'Here, keys are in .env and in the stored keys.',
    security: 'They protect nothing here; the sandbox and the approvals do.',
    session_reset: 'A conversation goes on here until /new.',
    sessions: 'Here, old conversations are removed on request.',
    streaming: 'Here, each network has it in platforms.NAME.stream.',
    stt: whichSpeech,
    thread_sessions_per_user: 'Here, each network has it in platforms.NAME.per_user_in_threads.',
    tts: whichSpeech,
    unauthorized_dm_behavior: 'Here, each network has it in platforms.NAME.unauthorized.',
    vault: 'Here, keys are in .env and in the stored keys.',
    video_gen: noMedia,
    voice: noMedia,
    wake_word: noMedia,
  }),
)

const pythonSpeech: ReadonlySet<string> = new Set(
  'edge gemini kittentts local local_command minimax neutts nous piper xai'.split(' '),
)

const switches: ReadonlySet<string> = new Set(['elicitation', 'sampling'])
