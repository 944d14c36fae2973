import type { Remedy } from '@hermes/core'
import { english } from '@hermes/safety/language'
import { toBoolean } from '../config/document/fit-text.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import { platformSchema } from '../schema/platforms-schema.js'
import { isSection, type Section } from '../schema/section.js'
import type { PlatformField } from './platform-field.js'
import { openPlatformForm, type PlatformForm } from './platform-form.js'

/** A chat network whose key is in a variable, but to which the gateway does not connect, because its section lacks a required setting. */
export interface UnconnectedNetwork {
  readonly name: string
  /** The name to display, such as `Telegram`. */
  readonly title: string
  /** The variable with the key. */
  readonly variable: string
  /** The settings from variables that its section lacks. A secret is a reference to its variable. */
  readonly settings: Section
  /** The first required setting that its section lacks. */
  readonly missing: string
  /** One sentence for each reason why the settings from variables are not enough. Empty if they are. */
  readonly problems: readonly string[]
  readonly remedy: Remedy
}

export interface FindUnconnectedOptions {
  /** The section `platforms` of the settings. */
  readonly platforms: Section
  /** The variables of the process and of `.env`. */
  readonly variables: Variables
  readonly paths: Pick<HomePaths, 'home' | 'config'>
}

/**
 * Finds the chat networks that only variables configure. The Hermes Agent in Python connects to these, but Hermes connects only to networks in `platforms`.
 */
export async function findUnconnectedNetworks({
  platforms,
  variables,
  paths,
}: FindUnconnectedOptions): Promise<readonly UnconnectedNetwork[]> {
  const found = [...keysOf].map(async ([name, keys]): Promise<UnconnectedNetwork | undefined> => {
    const variable = keys.find((key) => variables[key]?.trim())
    const section = sectionOf(platforms, name) ?? {}
    if (variable === undefined || !isServed(section)) return undefined
    const form = await openPlatformForm({ name, paths })
    const missing = form.fields.filter((field) => field.isRequired && section[field.name] === undefined)
    const [first] = missing
    if (!first) return undefined
    const here = { form, section, variables }
    const problems = problemsOf(here, missing)
    return {
      name,
      title: form.title,
      variable,
      settings: { ...ownSettings(here), ...commonSettings(here) },
      missing: first.name,
      problems,
      remedy: problems.length > 0 ? { type: 'set-up-network', network: name } : { type: 'migrate', path: paths.config },
    }
  })
  return (await Promise.all(found)).filter((network) => network !== undefined)
}

/**
 * Returns the settings about people and chats that come from variables of the Hermes Agent in Python, by network. It only covers networks
 * in the settings, and only what their sections lack.
 */
export async function chatsOfVariables({
  platforms,
  variables,
  paths,
}: FindUnconnectedOptions): Promise<Readonly<Record<string, Section>>> {
  const found = [...keysOf.keys()].map(async (name) => {
    const section = sectionOf(platforms, name)
    if (!section || !isServed(section)) return [name, {}] as const
    const form = await openPlatformForm({ name, paths })
    return [name, commonSettings({ form, section, variables })] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

function sectionOf(platforms: Section, name: string): Section | undefined {
  const section = platforms[name]
  return isSection(section) ? section : undefined
}

/** Whether a section is that of a built-in network that is switched on. */
function isServed({ enabled, use }: Section): boolean {
  return enabled !== false && use === undefined
}

/** Describes an unconnected network in sentences. */
export function describeUnconnected({ name, title, variable, missing, problems }: UnconnectedNetwork): string {
  if (problems.length > 0) return english`${variable} is set, but ${title} is not connected: ${problems.join(' ')}`
  return english`${variable} is set, but ${title} is not connected, because the settings have no platforms.${name}.${missing}. To do without it, set platforms.${name}.enabled to false.`
}

/** The variables with the keys of the built-in networks. Hermes does not use the last one of Matrix, but it shows that the network is configured. */
const keysOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['telegram', ['TELEGRAM_BOT_TOKEN']],
  ['matrix', ['MATRIX_ACCESS_TOKEN', 'MATRIX_PASSWORD']],
  ['email', ['EMAIL_PASSWORD']],
])

interface Network {
  readonly form: PlatformForm
  readonly section: Section
  readonly variables: Variables
}

function ownSettings({ form, section, variables }: Network): Section {
  const found = form.fields.flatMap((field) => {
    const text = textOf(field, variables)
    if (text === undefined || section[field.name] !== undefined) return []
    return [[field.name, field.isSecret ? `\${${field.variable}}` : field.toValue(text)] as const]
  })
  return Object.fromEntries(found)
}

/** Returns the settings that all networks share, from the variables of the Hermes Agent in Python. */
function commonSettings({ form, section, variables }: Network): Section {
  const prefix = form.name.toUpperCase()
  const text = (...names: readonly string[]) => names.map((name) => variables[name]?.trim()).find(Boolean)
  const list = (...names: readonly string[]) =>
    text(...names.map((name) => `${prefix}_${name}`))
      ?.split(/[\s,]+/)
      .filter(Boolean)
  const isOn = (...names: readonly string[]) =>
    names.map((name) => toBoolean(variables[name] ?? '')).find((on) => on !== undefined)
  const everyone = (text('GATEWAY_ALLOWED_USERS') ?? '').split(/[\s,]+/).filter(form.isPersonId)
  const people = [...new Set([...(list('ALLOWED_USERS') ?? []), ...everyone])]
  const all = people.includes('*') || isOn(`${prefix}_ALLOW_ALL_USERS`, 'GATEWAY_ALLOW_ALL_USERS') === true
  const settings: Section = {
    allow_from: people.some((id) => id !== '*') ? people.filter((id) => id !== '*') : undefined,
    allow_all: all ? true : undefined,
    home_chat: homeChat(prefix, text),
    require_mention: isOn(`${prefix}_REQUIRE_MENTION`),
    free_chats: list('FREE_RESPONSE_CHATS', 'FREE_RESPONSE_ROOMS'),
    allowed_chats: list('ALLOWED_CHATS', 'ALLOWED_ROOMS'),
  }
  const known = Object.entries(settings).filter(([name, value]) => value !== undefined && section[name] === undefined)
  return Object.fromEntries(known)
}

function homeChat(prefix: string, text: (...names: readonly string[]) => string | undefined): string | undefined {
  const names = ['HOME_CHANNEL', 'HOME_ROOM', 'HOME_ADDRESS'].map((name) => `${prefix}_${name}`)
  const chat = text(...names)
  const thread = text(...names.map((name) => `${name}_THREAD_ID`))
  return chat !== undefined && thread !== undefined ? `${chat}:${thread}` : chat
}

function problemsOf(network: Network, missing: readonly PlatformField[]): readonly string[] {
  const { form, section, variables } = network
  const absent = missing.filter((field) => textOf(field, variables) === undefined)
  if (absent.length > 0) return absent.map(({ name, variable }) => `${name} is missing: ${variable} is not set.`)
  const ofVariables = form.fields.flatMap((field) => {
    const text = textOf(field, variables)
    return text === undefined ? [] : [[field.name, field.toValue(text)] as const]
  })
  const common = commonSettings(network)
  const own = Object.entries(section).filter(([name]) => form.fields.some((field) => field.name === name))
  const values = { ...Object.fromEntries(ofVariables), ...Object.fromEntries(own) }
  const refused = form.fields.flatMap(({ name }) => {
    const problem = form.problemOf(name, values)
    return problem === undefined ? [] : [`${name} ${problem}`]
  })
  const { error } = platformSchema().safeParse({ ...common, ...section })
  return [...refused, ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}.`)]
}

/** The Python program sends mail through another port if none is given. */
const defaults: Variables = { EMAIL_SMTP_PORT: '587' }

function textOf({ variable }: PlatformField, variables: Variables): string | undefined {
  return variables[variable]?.trim() || defaults[variable]
}
