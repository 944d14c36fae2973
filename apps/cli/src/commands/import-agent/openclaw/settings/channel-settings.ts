import { join } from 'node:path'
import { isRecord } from '@hermes/safety'
import { readOptional } from '@hermes/safety/files'
import { english } from '@hermes/safety/language'
import { type Fields, fieldsAt, listAt, textAt } from '../fields.js'
import type { ImportedItem } from '../imported-item.js'
import { readJson5 } from '../read-json5.js'
import { channelAccount } from './channel-account.js'
import type { ForeignSetting, ForeignSettings } from './foreign-setting.js'
import { groupsIn } from './groups-in.js'
import { peopleIn } from './people-in.js'
import type { SettingsSource } from './settings-source.js'

interface Network {
  readonly name: string
  /** Variable of its token, and the setting for it. */
  readonly variable: string
  readonly token: string
  readonly person: RegExp
  readonly chat: RegExp
  /** Returns the setting of an address. */
  ofServer(account: Fields): Fields
  allowFrom(account: Fields): readonly unknown[]
}

/** Networks that both programs serve. */
export const networks: readonly Network[] = [
  {
    name: 'telegram',
    variable: 'TELEGRAM_BOT_TOKEN',
    token: 'token',
    person: /^\d+$/,
    chat: /^-?\d+$/,
    ofServer: () => ({}),
    allowFrom: (account) => listAt(account, 'allowFrom'),
  },
  {
    name: 'matrix',
    variable: 'MATRIX_ACCESS_TOKEN',
    token: 'access_token',
    person: /^@[^:\s]+:\S+$/,
    chat: /^!\S+$/,
    ofServer: (account) => {
      const homeserver = textAt(account, 'homeserver')
      return {
        ...(homeserver !== undefined && { homeserver }),
        ...(account.autoJoin === 'off' && { join: 'never' }),
      }
    },
    allowFrom: (account) => [...listAt(account, 'allowFrom'), ...listAt(fieldsAt(account, 'dm'), 'allowFrom')],
  },
]

/** Returns who may write to the agent where. A network without its token is left out, because the gateway would not start with it. */
export async function channelSettings(source: SettingsSource): Promise<ForeignSettings> {
  const settings: ForeignSetting[] = []
  const refused: ImportedItem[] = []
  for (const network of networks) {
    const account = channelAccount(source.config, network.name)
    if (!account) continue
    const { name, variable } = network
    if (!source.has(variable)) {
      const reason = english`channels.${name} is not imported, because its token is missing here: import with --secrets, or run hermes config set ${variable} VALUE and import again.`
      refused.push({ name: `channels.${name}`, outcome: 'refused', reason })
      continue
    }
    const found = await settingsOf(network, account, source)
    settings.push(...found.settings)
    refused.push(...found.refused)
  }
  return { settings, refused }
}

async function settingsOf(
  network: Network,
  account: Fields,
  { home, config }: SettingsSource,
): Promise<ForeignSettings> {
  const { name, variable, token, person, chat } = network
  const paired = await pairedWith(name, home)
  const people = peopleIn([...network.allowFrom(account), ...paired], {
    name: `channels.${name}.allowFrom`,
    network: name,
    pattern: person,
  })
  const named = listAt(fieldsAt(config, 'commands'), 'ownerAllowFrom').filter((entry) =>
    String(entry).startsWith(`${name}:`),
  )
  const owners = peopleIn(named, { name: 'commands.ownerAllowFrom', network: name, pattern: person })
  const target = String(account.defaultTo ?? '')
  const values: Fields = {
    [token]: `\${${variable}}`,
    ...network.ofServer(account),
    ...(people.ids.length > 0 && { allow_from: people.ids }),
    ...(owners.ids.length > 0 && { owners: owners.ids }),
    ...(account.dmPolicy === 'allowlist' && { unauthorized: 'ignore' }),
    ...groupsIn(account, config, chat),
    ...(chat.test(target) && { home_chat: target }),
  }
  const settings = Object.entries(values).map(([key, value]) => ({
    section: ['platforms', name],
    values: { [key]: value },
  }))
  return { settings, refused: [...people.refused, ...owners.refused] }
}

/** Resolves to the users admitted with a pairing code. */
async function pairedWith(network: string, home: string): Promise<readonly unknown[]> {
  const lists: unknown[] = []
  for (const name of [`${network}-allowFrom.json`, `${network}-default-allowFrom.json`]) {
    const text = await readOptional(join(home, 'credentials', name))
    lists.push(...(text === undefined ? [] : listIn(text)))
  }
  return lists
}

function listIn(text: string): readonly unknown[] {
  try {
    const value = readJson5(text)
    return isRecord(value) ? listAt(value, 'allowFrom') : []
  } catch (error) {
    // OpenClaw also ignores a damaged list.
    if (error instanceof SyntaxError) return []
    throw error
  }
}
