import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '@hermes/core'
import { inPlugin, type SkillPlugin } from '@hermes/skills'
import { type McpServerConfig, mcpServersSchema } from '../../schema/features/mcp.js'
import { fillVariables, folderVariables } from './placeholders.js'

const longestName = 32

/** Returns the name of a plugin's server among the configured servers, such as `weather_forecast`. */
export function serverName(plugin: string, server: string): string {
  const plain = server.replaceAll(/[^\w-]/g, '-')
  const name = plugin === plain ? plugin : `${plugin}_${plain}`
  if (name.length <= longestName) return name
  return `${name.slice(0, longestName - 5)}-${createHash('sha256').update(name).digest('hex').slice(0, 4)}`
}

/** The settings of a plugin's server, or the path and reason of a problem with its declaration. */
export type ParsedServer =
  | { readonly config: McpServerConfig; readonly problem?: undefined }
  | { readonly problem: string; readonly config?: undefined }

const known = new Set([
  'type',
  'transport',
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'description',
  'disabled',
])

/** Returns the keys of a server that have no effect in Hermes. */
export function unknownKeys(declared: JsonObject): readonly string[] {
  return Object.keys(declared).filter((key) => !known.has(key))
}

/**
 * Parses a server in `.mcp.json`. Its program gets the folders of the plugin as variables, and those of this machine's
 * variables that the declaration names.
 */
export function toServerConfig(
  declared: JsonObject,
  plugin: SkillPlugin,
  variables: Readonly<Record<string, string | undefined>>,
): ParsedServer {
  const fill = (value: JsonValue | undefined): JsonValue | undefined => {
    if (typeof value === 'string') return fillVariables(inPlugin(value, plugin), variables)
    if (Array.isArray(value)) return value.map((each) => fill(each) ?? null)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each) ?? null]))
  }
  const { type, disabled } = declared
  const [command, args, env, cwd, url, headers] = (['command', 'args', 'env', 'cwd', 'url', 'headers'] as const).map(
    (key) => fill(declared[key]),
  )
  const own = { ...(typeof env === 'object' && env), ...folderVariables(plugin) }
  const server = {
    ...(command !== undefined && { command, env: own }),
    ...(args !== undefined && { args }),
    ...(cwd !== undefined && { cwd }),
    ...(url !== undefined && { url }),
    ...(headers !== undefined && { headers }),
    ...((type === 'http' || type === 'sse') && { transport: type }),
    ...(disabled === true && { enabled: false }),
  }
  const parsed = mcpServersSchema().safeParse({ server })
  const config = parsed.data?.server
  if (config) return { config }
  const [issue] = parsed.error?.issues ?? []
  return { problem: `${issue?.path.slice(1).join('.') ?? ''}: ${issue?.message ?? 'is wrong'}` }
}
