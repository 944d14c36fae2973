import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JsonObject, JsonValue, Logger, Plugin, PromptSection, SlashCommand, Tool } from '@hermes/core'
import { HermesError } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import type { PluginManifest } from './manifest.js'
import { fetchFor } from './plugin-fetch.js'
import { createPluginProcess, type PluginCall, type ProcessLimits, processLimits } from './plugin-process.js'

export interface IsolatedPluginOptions {
  /** The absolute path of the plugin's folder. */
  readonly folder: string
  readonly manifest: PluginManifest
  /** The settings of the plugin. */
  readonly settings: JsonObject
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly fetch: typeof globalThis.fetch
  readonly logger: Logger
  readonly limits?: Partial<ProcessLimits>
}

export interface IsolatedPlugin extends Plugin, AsyncDisposable {
  /** Resolves when the plugin answers. @throws {HermesError} `plugin/process`. */
  check(): Promise<void>
}

const text = z.string().max(20_000)
const contentsSchema = z.object({
  tools: z
    .array(
      z.object({
        name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
        description: text,
        parameters: z.looseObject({ type: z.literal('object') }),
        toolset: z.string().min(1).max(100),
        effect: z.enum(['read', 'idempotent', 'once']),
        concurrency: z.enum(['safe', 'never']),
        changesFiles: z.boolean().optional(),
        guidance: text.optional(),
      }),
    )
    .max(100),
  promptSections: z.array(
    z.object({ id: z.string().min(1).max(100), stability: z.enum(['stable', 'context', 'volatile']).optional() }),
  ),
  hooks: z.array(z.string()),
  commands: z.array(
    z.object({
      name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
      description: text,
      usage: text.optional(),
      aliases: z.array(z.string()).optional(),
      whileRunning: z.enum(['at-once', 'after', 'refused']).optional(),
      isDestructive: z.boolean().optional(),
      beginsWork: z.boolean().optional(),
    }),
  ),
})

type Contents = z.output<typeof contentsSchema>

/**
 * Opens a plugin in a separate process, which looks like a plugin in this one. It can only access what its manifest declares.
 * @throws {HermesError} `plugin/process` when it does not start; `plugin/capability` when it contains what it does not declare.
 */
export async function openIsolatedPlugin(options: IsolatedPluginOptions): Promise<IsolatedPlugin> {
  const { folder, manifest, settings, logger } = options
  const { capabilities } = manifest
  const variables = declared(options.variables, capabilities.variables)
  const limits = { ...processLimits, ...options.limits }
  const started = Promise.withResolvers<Contents>()
  const url = pathToFileURL(join(folder, manifest.main)).href
  const process = createPluginProcess({
    name: manifest.name,
    folder,
    capabilities,
    variables,
    limits,
    logger,
    fetch: fetchFor(manifest, options.fetch),
    async begin(call) {
      const has = { network: capabilities.network.length > 0, variables: capabilities.variables.length > 0 }
      const contents = contentsSchema.parse(await call('start', { url, options: settings, variables, has }))
      checkDeclared(contents, manifest)
      started.resolve(contents)
    },
  })
  try {
    await process.call('ping', {})
  } catch (error) {
    await process[Symbol.asyncDispose]()
    throw rootOf(error)
  }
  const contents = await started.promise
  const { call } = process
  return {
    name: manifest.name,
    tools: contents.tools.map((tool) => toTool(tool, call, { limits, manifest })),
    promptSections: contents.promptSections.map((section) => toSection(section, call)),
    hooks: Object.fromEntries(
      contents.hooks.map((name) => [name, (event: object) => call('hook', { name, event: plain(event) })]),
    ),
    commands: contents.commands.map((command) => toCommand(command, call, limits)),
    check: async () => void (await call('ping', {})),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  }
}

/** Returns the error from the start of the plugin, which is the helpful one. */
function rootOf(error: unknown): unknown {
  return HermesError.is(error) && HermesError.is(error.cause) ? error.cause : error
}

function declared(
  all: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
}

/** Checks that the manifest declares the contents. @throws {HermesError} `plugin/capability`. */
function checkDeclared(contents: Contents, { name, capabilities }: PluginManifest): void {
  const { tools, hooks, commands, prompt } = capabilities
  const wrong = [
    ...contents.tools.filter((tool) => !tools.includes(tool.name)).map((tool) => `the tool ${tool.name}`),
    ...contents.hooks.filter((hook) => !hooks.includes(hook)).map((hook) => `the hook ${hook}`),
    ...contents.commands.filter((each) => !commands.includes(each.name)).map((each) => `the command ${each.name}`),
    ...(contents.promptSections.length > 0 && !prompt ? ['sections of the system prompt'] : []),
  ]
  if (wrong.length === 0) return
  throw new HermesError(
    'plugin/capability',
    `The plugin ${name} brings ${wrong.join(', ')}, which its manifest does not declare: it was not started.`,
  )
}

const outcomeSchema = z.union([
  z.string(),
  z.object({ content: z.string(), isError: z.boolean().optional(), display: z.json().optional() }),
])

function toTool(
  { changesFiles, guidance, parameters, ...tool }: Contents['tools'][number],
  call: PluginCall,
  { limits, manifest }: { readonly limits: ProcessLimits; readonly manifest: PluginManifest },
): Tool {
  const { network } = manifest.capabilities
  return {
    ...tool,
    parameters: plain(parameters),
    ...(changesFiles !== undefined && { changesFiles }),
    ...(guidance !== undefined && { guidance }),
    ...(network.length > 0 && { isUntrusted: true }),
    async run(args, { callId, sessionId, taskId, signal, report }) {
      const data = { name: tool.name, args: plain(args), context: { callId, sessionId, taskId } }
      const { content, isError, display } = toOutcome(
        outcomeSchema.parse(await call('tool', data, { signal, report, limitMs: limits.toolMs })),
      )
      return { content, ...(isError !== undefined && { isError }), ...(display !== undefined && { display }) }
    },
  }
}

function toOutcome(output: z.output<typeof outcomeSchema>) {
  return typeof output === 'string' ? { content: output, isError: undefined, display: undefined } : output
}

function toSection({ id, stability }: Contents['promptSections'][number], call: PluginCall): PromptSection {
  return {
    id,
    ...(stability && { stability }),
    content: async (context) => String((await call('section', { id, context: plain(context) })) ?? ''),
  }
}

function toCommand(
  { name, description, usage, aliases, whileRunning, isDestructive, beginsWork }: Contents['commands'][number],
  call: PluginCall,
  { toolMs }: ProcessLimits,
): SlashCommand {
  return {
    name,
    description,
    ...(usage !== undefined && { usage }),
    ...(aliases && { aliases }),
    ...(whileRunning && { whileRunning }),
    ...(isDestructive !== undefined && { isDestructive }),
    ...(beginsWork !== undefined && { beginsWork }),
    async run(args, { sessionId, signal, report }) {
      return String(await call('command', { name, args, context: { sessionId } }, { signal, report, limitMs: toolMs }))
    },
  }
}

/** Returns the part of a value that can be sent to another process, which is data. */
function plain(value: unknown): JsonObject {
  const copy: JsonValue = parseJson(JSON.stringify(value ?? {}))
  return isRecord(copy) ? copy : {}
}
