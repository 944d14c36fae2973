import { isRecord } from '@hermes/safety'
import { type Fields, fieldsAt, listAt, textAt } from '../fields.js'
import { networks } from './channel-settings.js'

/** Members of each section that are imported, or have no meaning outside OpenClaw. Sections without an entry are not imported. */
const taken: Readonly<Record<string, RegExp>> = {
  'agents.defaults': /^(workspace|model|models|thinkingDefault|userTimezone|skipBootstrap)$/,
  channels: new RegExp(`^(${networks.map(({ name }) => name).join('|')})$`),
  messages: /^tts$/,
  models: /^(providers|mode)$/,
  mcp: /^servers$/,
  'tools.exec': /^timeoutSec$/,
  commands: /^ownerAllowFrom$/,
}

/** Notes of the program to itself, and sections that the import reports elsewhere. */
const ofProgram =
  /^(\$schema|meta|wizard|lastTouchedVersion|agents|channels|messages|models|mcp|tools|commands|env|auth|agent)$/

/** Names the settings of OpenClaw that have no counterpart. */
export function othersInConfig(config: Fields, agent: string): readonly string[] {
  const tools = fieldsAt(config, 'tools')
  return [
    ...Object.keys(config).filter((name) => !ofProgram.test(name)),
    ...othersIn(fieldsAt(fieldsAt(config, 'agents'), 'defaults'), 'agents.defaults'),
    ...listAt(fieldsAt(config, 'agents'), 'list')
      .filter(isRecord)
      .flatMap((each) => ((textAt(each, 'id') ?? agent) === agent ? [] : [`agents.list.${String(each.id)}`])),
    ...['channels', 'messages', 'models', 'mcp', 'commands'].flatMap((name) => othersIn(fieldsAt(config, name), name)),
    ...Object.keys(tools)
      .filter((name) => name !== 'exec')
      .map((name) => `tools.${name}`),
    ...othersIn(fieldsAt(tools, 'exec'), 'tools.exec'),
  ].toSorted()
}

function othersIn(section: Fields, name: string): readonly string[] {
  return Object.keys(section)
    .filter((key) => !taken[name]?.test(key) && !(name === 'channels' && key === 'defaults'))
    .map((key) => `${name}.${key}`)
}
