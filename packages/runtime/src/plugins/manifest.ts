import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError, HermesError } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { isMissing } from '@hermes/safety'
import { parse } from 'yaml'
import * as z from 'zod'

const names = z.array(z.string().min(1).max(100)).max(100).default([])

const capabilities = z
  .strictObject({
    /** The names of the plugin's tools. */
    tools: names,
    /** The names of the plugin's hooks. */
    hooks: names,
    /** The names of the plugin's commands, without the slash. */
    commands: names,
    /** Whether the plugin adds sections to the system prompt. */
    prompt: z.boolean().default(false),
    /** Files and folders other than the plugin's own, as absolute paths. */
    files: z.strictObject({ read: names, write: names }).prefault({}),
    /** Hosts that the plugin may fetch from: `api.example.com`, `*.example.com`. */
    network: names,
    /** Environment variables that the plugin may read. */
    variables: names,
    /** Whether the plugin may start other programs, which have the rights of the user. */
    processes: z.boolean().default(false),
  })
  .prefault({})

const manifestSchema = z.looseObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'use lower-case letters, digits and "-"'),
  version: z.string().min(1).max(100),
  description: z.string().max(500).default(''),
  main: z
    .string()
    .regex(/^(?!.*\.\.)[\w.][\w./-]*$/, 'use a path inside the plugin')
    .default('index.js'),
  capabilities,
})

/** The description of a plugin, and all that it may do. */
export type PluginManifest = z.output<typeof manifestSchema>
export type PluginCapabilities = PluginManifest['capabilities']

const file = 'plugin.yaml'
const packageFile = 'package.json'

/**
 * Reads `plugin.yaml`, or the member `hermes` of `package.json`, in a folder. Returns `undefined` if there is neither.
 * @throws {HermesError} `plugin/manifest`.
 */
export async function readManifest(folder: string): Promise<PluginManifest | undefined> {
  const values = (await readYaml(folder)) ?? (await readPackage(folder))
  if (!values) return undefined
  const parsed = manifestSchema.safeParse(values)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(folder, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is wrong'}`)
}

async function readYaml(folder: string): Promise<unknown> {
  const text = await readOptional(join(folder, file))
  if (text === undefined) return undefined
  try {
    return parse(text, { maxAliasCount: 0 })
  } catch (cause) {
    throw invalid(folder, `its ${file} is no YAML (${describeError(cause)})`, cause)
  }
}

async function readPackage(folder: string): Promise<unknown> {
  const text = await readOptional(join(folder, packageFile))
  if (text === undefined) return undefined
  const found = parseJson(text)
  if (!isRecord(found) || !isRecord(found.hermes)) return undefined
  const { name, version, description, main } = found
  const short = typeof name === 'string' ? name.replace(/^@[^/]*\//, '') : name
  return {
    name: short,
    version,
    ...(description !== undefined && { description }),
    ...(main !== undefined && { main }),
    ...found.hermes,
  }
}

async function readOptional(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function invalid(folder: string, why: string, cause?: unknown): HermesError {
  return new HermesError('plugin/manifest', `The folder ${folder} is no plugin: ${why}.`, { cause })
}
