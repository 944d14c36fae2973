import { isSection, type Section } from '../../../schema/section.js'
import { valueIn } from '../../document/value-at.js'
import type { Conversion, Converter, GivenSettings } from './conversion.js'
import { isEmpty, toItems } from './fields.js'
import type { ConvertedSetting } from './python-setting.js'
import { toOrigins } from './to-origins.js'

/** The counterpart of a setting of a chat network. */
interface NetworkField {
  /** The name of the setting in Hermes. */
  readonly to: string
  /** Converts the value; returns `undefined` if it means the default. Absent if the value stays the same. */
  value?(given: unknown): unknown
}

const rooms: NetworkField = { to: 'free_chats', value: toFilledItems }
const onlyRooms: NetworkField = { to: 'allowed_chats', value: toFilledItems }
const people: NetworkField = { to: 'allow_from', value: toFilledItems }

/** The settings that all networks share. */
const common: Readonly<Record<string, NetworkField>> = {
  allow_admin_from: { to: 'admins', value: toFilledItems },
  allow_bots: { to: 'bots', value: (given) => (given === false ? 'none' : given) },
  allow_from: people,
  allowed_channels: onlyRooms,
  allowed_chats: onlyRooms,
  allowed_rooms: onlyRooms,
  allowed_users: people,
  enabled: { to: 'enabled' },
  free_response_channels: rooms,
  free_response_chats: rooms,
  free_response_rooms: rooms,
  group_allow_admin_from: { to: 'group_admins', value: toFilledItems },
  group_sessions_per_user: { to: 'per_user_in_groups' },
  home_channel: { to: 'home_chat', value: toChat },
  ignored_channels: { to: 'ignored_chats', value: toFilledItems },
  mention_patterns: { to: 'mention_patterns', value: toPatterns },
  observe_unmentioned_group_messages: { to: 'observe' },
  require_mention: { to: 'require_mention' },
  thread_sessions_per_user: { to: 'per_user_in_threads' },
  unauthorized_dm_behavior: { to: 'unauthorized' },
}

/** The networks that both programs have, each with its specific settings. */
const networks: Readonly<Record<string, Readonly<Record<string, NetworkField>>>> = {
  telegram: { token: { to: 'token' }, base_url: { to: 'api_root', value: toApiRoot } },
  matrix: { token: { to: 'access_token' }, homeserver: { to: 'homeserver' } },
  email: {
    address: { to: 'address' },
    authserv_id: { to: 'authserv_id' },
    imap_host: { to: 'imap_host' },
    require_authenticated_sender: { to: 'trust_from', value: (given) => (given === false ? true : undefined) },
    smtp_host: { to: 'smtp_host' },
  },
}

/** The settings of the API server, which is a network in the Python program. */
const apiServer: Readonly<Record<string, Converter>> = {
  cors_origins: { convert: toOrigins },
  ...Object.fromEntries(
    ['host', 'port', 'key', 'model_name'].map((name) => [
      name,
      {
        convert: (value: unknown): Conversion =>
          isEmpty(value) ? { settings: [] } : { settings: [{ path: ['gateway', 'api_server', name], value }] },
      },
    ]),
  ),
}

/** The networks that both programs have. */
export const sharedNetworks: readonly string[] = Object.keys(networks)

/**
 * Returns the converter for a setting of a chat network. In the Python program, these settings can be in a top-level section of the
 * network, in `platforms`, or in `gateway.platforms`, and in each of them also in `extra`.
 */
export function networkConverterAt(path: readonly string[], given: GivenSettings): Converter | undefined {
  const place = placeOf(path)
  if (!place) return undefined
  const { network, rest, isOwn } = place
  const names = rest[0] === 'extra' ? rest.slice(1) : rest
  const [name] = names
  if (name === undefined || names.length > 1) return undefined
  if (network === 'api_server') return Object.hasOwn(apiServer, name) ? apiServer[name] : undefined
  // The defaults of the Python program name networks that nobody has set up.
  if (!isSetUp(network, given)) return undefined
  if (name === 'channel_prompts' || name === 'channel_overrides') return { convert: toChannels(network) }
  const fields = { ...common, ...networks[network] }
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) return undefined
  const isSame = isOwn && rest.length === 1 && field.to === name
  // The settings that Hermes has itself stay, except for values that only the Python program writes.
  const isForeign = field === people && isSame ? hasEveryone : isSame ? undefined : () => true
  return isForeign && { isForeign, convert: toNetworkSetting(network, field) }
}

/** Whether a section may contain settings of a chat network that have a counterpart. */
export function holdsNetwork(path: readonly string[]): boolean {
  if (path.length === 2 && path[0] === 'gateway' && path[1] === 'platforms') return true
  const place = placeOf(path)
  if (!place) return false
  return place.rest.length === 0 || (place.rest.length === 1 && place.rest[0] === 'extra')
}

interface Place {
  readonly network: string
  /** The names below the section of the network. */
  readonly rest: readonly string[]
  /** Whether the section is in `platforms`, where Hermes also reads it. */
  readonly isOwn: boolean
}

function placeOf(path: readonly string[]): Place | undefined {
  const depth = path[0] === 'gateway' && path[1] === 'platforms' ? 2 : path[0] === 'platforms' ? 1 : 0
  const [network = '', ...rest] = path.slice(depth)
  if (network !== 'api_server' && !Object.hasOwn(networks, network)) return undefined
  // The API server has no top-level section.
  if (network === 'api_server' && depth === 0) return undefined
  return { network, rest, isOwn: depth === 1 }
}

function isSetUp(network: string, { all }: GivenSettings): boolean {
  return [['platforms'], ['gateway', 'platforms']].some((path) => isSection(valueIn(all, [...path, network])))
}

function toNetworkSetting(network: string, { to, value }: NetworkField): Converter['convert'] {
  return (given) => {
    if (isEmpty(given)) return { settings: [] }
    if (to === 'allow_from' && hasEveryone(given)) {
      return { settings: [{ path: ['platforms', network, 'allow_all'], value: true }] }
    }
    const here = value ? value(given) : given
    return { settings: here === undefined ? [] : [{ path: ['platforms', network, to], value: here }] }
  }
}

function hasEveryone(given: unknown): boolean {
  return toItems(given).includes('*')
}

/** Converts a list. An empty list means no restriction. */
function toFilledItems(given: unknown): unknown {
  const items = toItems(given)
  return items.length === 0 ? undefined : items
}

/** Converts patterns. A comma may be part of a pattern, so a text is not split. */
function toPatterns(given: unknown): unknown {
  return typeof given === 'string' ? [given] : given
}

/** Converts a section with the id of the chat, and of the topic if there is one. */
function toChat(given: unknown): unknown {
  if (!isSection(given)) return given
  const { chat_id: chat, thread_id: thread } = given
  if (isEmpty(chat)) return undefined
  return isEmpty(thread) ? String(chat) : `${String(chat)}:${String(thread)}`
}

/** Converts an address. In the Python program, it ends with `/bot`, where the token begins. */
function toApiRoot(given: unknown): unknown {
  if (typeof given !== 'string' || !URL.canParse(given)) return given
  const { origin, pathname } = new URL(given)
  return `${origin}${pathname.replace(/\/$/, '').replace(/\/bot$/, '')}`
}

/** Converts the settings of single chats: a text for each chat, or a section with the model, its provider and a text. */
function toChannels(network: string): Converter['convert'] {
  return (given) => {
    if (!isSection(given)) return { because: 'Here, the settings of single chats are a section.' }
    return {
      settings: Object.entries(given).flatMap(([chat, own]) =>
        Object.entries(toChannel(own)).map(
          ([name, value]): ConvertedSetting => ({ path: ['platforms', network, 'channels', chat, name], value }),
        ),
      ),
    }
  }
}

function toChannel(own: unknown): Section {
  const { model, provider, system_prompt: prompt } = isSection(own) ? own : { system_prompt: own }
  return Object.fromEntries(Object.entries({ model, provider, prompt }).filter(([, value]) => !isEmpty(value)))
}
