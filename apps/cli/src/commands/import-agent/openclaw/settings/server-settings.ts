import { isRecord } from '@hermes/safety'
import { english } from '@hermes/safety/language'
import { createRedactor, nameKind } from '@hermes/safety/redact'
import { type Fields, fieldsAt, listAt, numberAt, textAt } from '../fields.js'
import type { ImportedItem } from '../imported-item.js'
import type { ForeignSetting, ForeignSettings } from './foreign-setting.js'
import type { SettingsSource } from './settings-source.js'
import { variableOf } from './variable-of.js'

/** Returns the servers of `mcp.servers`. */
export function serverSettings({ config, has }: Pick<SettingsSource, 'config' | 'has'>): ForeignSettings {
  const settings: ForeignSetting[] = []
  const refused: ImportedItem[] = []
  for (const [name, server] of Object.entries(fieldsAt(fieldsAt(config, 'mcp'), 'servers'))) {
    if (!isRecord(server)) continue
    const id = name.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 32)
    const result = serverOf(id, server, has)
    if (typeof result === 'string') refused.push({ name: `mcp.servers.${name}`, outcome: 'refused', reason: result })
    else settings.push({ section: ['mcp_servers'], ...result })
  }
  return { settings, refused }
}

/** @returns why it is not imported, as a sentence. */
function serverOf(
  id: string,
  server: Fields,
  has: (variable: string) => boolean,
): string | Pick<ForeignSetting, 'values' | 'reason'> {
  const values = { ...textsAt(server, 'env'), ...textsAt(server, 'headers') }
  const missing = Object.entries(values).flatMap(([name, value]) => {
    const variable = variableFor(id, name, value)
    return variable === undefined || has(variable) ? [] : [variable]
  })
  if (missing.length > 0) {
    return english`The MCP server ${id} is not imported, because ${missing.join(', ')} is missing here: import with --secrets, or run hermes config set ${missing[0] ?? ''} VALUE and import again.`
  }
  const [args, url] = [listAt(server, 'args').map(String), textAt(server, 'url')]
  if ([...args, url ?? ''].some((text) => redactor.find(text).length > 0))
    return english`The MCP server ${id} is not imported, because its command or address holds a key: add it with hermes mcp add.`
  const filter = { ...fieldsAt(server, 'tools'), ...fieldsAt(server, 'toolFilter') }
  const patterns = [...listAt(filter, 'include'), ...listAt(filter, 'exclude')].map(String)
  const isFiltered = patterns.some((pattern) => pattern.includes('*'))
  const names = (list: string) => listAt(filter, list).map(String)
  const seconds = numberAt(server, 'timeout') ?? (numberAt(server, 'requestTimeoutMs') ?? 0) / 1000
  const section = {
    ...(url === undefined ? { command: textAt(server, 'command') } : { url }),
    ...(args.length > 0 && url === undefined && { args }),
    ...referring(id, server, 'env'),
    ...referring(id, server, 'headers'),
    ...cwdOf(server),
    ...transportOf(server),
    ...(seconds > 0 && { timeout: seconds }),
    ...(server.supportsParallelToolCalls === true && { supports_parallel_tool_calls: true }),
    ...(patterns.length > 0 &&
      !isFiltered && {
        tools: {
          ...(names('include').length > 0 && { include: names('include') }),
          ...(names('exclude').length > 0 && { exclude: names('exclude') }),
        },
      }),
    // Without its filter, the server would offer more than the user wants.
    ...((server.enabled === false || isFiltered) && { enabled: false }),
  }
  const reason = english`The MCP server ${id} is imported switched off, because the patterns of its tool filter have no counterpart: run hermes mcp configure ${id}, then hermes config set mcp_servers.${id}.enabled true`
  return { values: { [id]: section }, ...(isFiltered && { reason }) }
}

const redactor = createRedactor()

function textsAt(server: Fields, name: string): Readonly<Record<string, string>> {
  const entries = Object.entries(fieldsAt(server, name))
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (typeof value === 'object' ? [] : [[key, String(value)]])),
  )
}

/** Returns the variable for a value that is a secret or refers to one; `undefined` for a value that may appear in the settings. */
export function variableFor(id: string, name: string, value: unknown): string | undefined {
  const named = variableOf(value)
  if (named !== undefined || nameKind(name) === undefined) return named
  return `MCP_${id}_${name}`.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase()
}

/** Returns the variables or headers of a server, with references in place of secrets. */
function referring(id: string, server: Fields, name: 'env' | 'headers'): Fields {
  const entries = Object.entries(textsAt(server, name)).map(([key, value]) => {
    const variable = variableFor(id, key, value)
    const isBearer = /^Bearer /i.test(value)
    return [key, variable === undefined ? value : `${isBearer ? 'Bearer ' : ''}\${${variable}}`]
  })
  return entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) }
}

function cwdOf(server: Fields): Fields {
  const cwd = textAt(server, 'cwd') ?? textAt(server, 'workingDirectory')
  return cwd === undefined ? {} : { cwd }
}

function transportOf(server: Fields): Fields {
  const given = textAt(server, 'transport') ?? textAt(server, 'type')
  if (given === 'sse') return { transport: 'sse' }
  return given === 'streamable-http' || given === 'http' ? { transport: 'http' } : {}
}
