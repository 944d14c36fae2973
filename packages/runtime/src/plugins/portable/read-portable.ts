import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describeError, HermesError, type JsonObject } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { isMissing } from '@hermes/safety'
import * as z from 'zod'
import { variablesIn } from './placeholders.js'
import type { PortablePlugin } from './portable-plugin.js'
import { readCommands } from './read-commands.js'
import { readHooks } from './read-hooks.js'
import { unknownKeys } from './server-config.js'

/** The paths of the manifest, in order of precedence. */
export const portableManifests = ['.plugin/plugin.json', '.claude-plugin/plugin.json'] as const

const innerPath = z
  .string()
  .regex(/^(?!.*\.\.)[\w.@][\w./ @-]*$/, 'use a path inside the plugin')
  .transform((path) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  )
const paths = z.union([innerPath.transform((path) => [path]), z.array(innerPath)]).default([])
const declared = z.union([innerPath, z.record(z.string(), z.json())]).optional()

const manifestSchema = z.looseObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'use lower-case letters, digits and "-"'),
  version: z.string().min(1).max(100).default('0.0.0'),
  description: z.string().default(''),
  skills: paths,
  commands: paths,
  hooks: declared,
  mcpServers: declared,
})

/** Keys of the manifest that only describe the plugin. */
const facts = new Set([
  '$schema',
  'displayName',
  'author',
  'homepage',
  'repository',
  'license',
  'keywords',
  'logo',
  'category',
  'tags',
])

/**
 * Reads a portable plugin. Returns `undefined` if the folder has no such manifest.
 * @throws {HermesError} `plugin/manifest`.
 */
export async function readPortable(root: string): Promise<PortablePlugin | undefined> {
  const file = await manifestOf(root)
  if (file === undefined) return undefined
  const parsed = manifestSchema.safeParse(await readJson(root, file))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(root, `${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is wrong'}`)
  }
  const { name, version, description, skills, commands: commandPaths, hooks, mcpServers, ...others } = parsed.data
  const top = new Set(await readdir(root))
  const commands = await readCommands(root, usual(top, 'commands', commandPaths))
  const found = [
    ...(top.has('hooks') ? [await hooksIn(root, 'hooks/hooks.json')] : []),
    ...(hooks === undefined || hooks === 'hooks/hooks.json' ? [] : [await hooksIn(root, hooks)]),
  ]
  const servers = {
    ...(top.has('.mcp.json') ? await serversIn(root, '.mcp.json') : {}),
    ...(mcpServers === undefined ? {} : await serversIn(root, mcpServers)),
  }
  const skillFolders = usual(top, 'skills', skills)
  return {
    name,
    version,
    description: description.slice(0, 500),
    skills: skillFolders.length === 0 && top.has('SKILL.md') ? [''] : skillFolders,
    commands: commands.commands,
    hooks: found.flatMap((each) => each.hooks),
    servers,
    variables: variablesIn(JSON.stringify(servers)),
    unsupported: [
      ...(await partsIn(root, top)),
      ...Object.keys(others).filter((key) => !facts.has(key)),
      ...commands.unsupported,
      ...Object.entries(servers).flatMap(([server, each]) =>
        unknownKeys(each).map((key) => `servers: ${server}.${key}`),
      ),
      ...found.flatMap((each) => each.unsupported),
    ],
  }
}

async function manifestOf(root: string): Promise<string | undefined> {
  for (const file of portableManifests) {
    const names = await readdir(join(root, dirname(file))).catch((error: unknown): string[] => {
      if (isMissing(error)) return []
      throw error
    })
    if (names.includes(basename(file))) return file
  }
  return undefined
}

function usual(top: ReadonlySet<string>, name: string, more: readonly string[]): readonly string[] {
  return [...new Set([...(top.has(name) ? [name] : []), ...more])]
}

async function hooksIn(root: string, given: string | JsonObject) {
  const value = typeof given === 'string' ? await readOptional(root, given) : given
  return readHooks(isRecord(value) && 'hooks' in value ? value.hooks : value)
}

async function serversIn(root: string, given: string | JsonObject): Promise<Readonly<Record<string, JsonObject>>> {
  const value = typeof given === 'string' ? await readJson(root, given) : given
  const servers = isRecord(value) && isRecord(value.mcpServers) ? value.mcpServers : value
  const objects = z.record(z.string(), z.record(z.string(), z.json())).safeParse(servers)
  if (objects.success) return objects.data
  throw invalid(root, 'its MCP servers are not objects by name')
}

/** Folders and files of the format that Hermes does not support. */
const unknownParts = [
  'agents',
  'output-styles',
  'themes',
  'monitors',
  'rules',
  'workflows',
  'bin',
  '.lsp.json',
  'settings.json',
]

async function partsIn(root: string, top: ReadonlySet<string>): Promise<readonly string[]> {
  const found = unknownParts.filter((name) => top.has(name))
  const agents = found.includes('agents') ? await readdir(join(root, 'agents')) : []
  return [...found.filter((name) => name !== 'agents'), ...agents.toSorted().map((name) => `agents/${name}`)]
}

async function readOptional(root: string, path: string): Promise<unknown> {
  try {
    return await readJson(root, path)
  } catch (error) {
    if (HermesError.is(error) && isMissing(error.cause)) return undefined
    throw error
  }
}

async function readJson(root: string, path: string): Promise<unknown> {
  try {
    return parseJson((await readFile(join(root, path), 'utf8')).replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw invalid(root, `${path} cannot be read (${describeError(cause)})`, cause)
  }
}

function invalid(root: string, why: string, cause?: unknown): HermesError {
  return new HermesError('plugin/manifest', `The folder ${root} is no plugin: ${why}.`, { cause })
}
