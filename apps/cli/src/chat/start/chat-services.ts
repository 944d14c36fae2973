import { writeFile } from 'node:fs/promises'
import { arch, platform, release } from 'node:os'
import { join } from 'node:path'
import { type BuiltInServices, type Display, type Fact, hostServices } from '@hermes/conversations/commands'
import {
  listPersonalities,
  loadConfig,
  loadUsableConfig,
  openCatalog,
  profileOf,
  type Runtime,
  saveModel,
} from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { formatPrice } from '../../render/tables/model-table.js'
import { modelsOfProvider } from '../../setup/models-of-provider.js'
import { sourceOf } from '../../setup/open-conversation.js'
import { openHome } from '../../setup/open-home.js'
import { refreshModels } from '../../setup/refresh-models.js'
import { createReasoningView } from '../../terminal-commands/reasoning-view.js'
import { readVersion } from '../../version.js'

export interface ChatServicesOptions {
  readonly context: CommandContext
  readonly runtime: Runtime
  /** Folder in which the runtime's commands start. */
  readonly workingDirectory: string
  readonly display: Display
  readonly clearScreen: () => void
}

const keys = 'Alt+Enter, Ctrl+J or a trailing \\ begin a new line. Ctrl+C interrupts or clears, Ctrl+D leaves.'

/** Creates the services for the commands of a chat. */
export function chatServices({ display, clearScreen, ...options }: ChatServicesOptions): BuiltInServices {
  return {
    ...localServices({ ...options, source: sourceOf(options.context.values) }),
    note: () => keys,
    display,
    clearScreen,
    ...createReasoningView(options.runtime.paths, display),
  }
}

export interface LocalServicesOptions extends Pick<ChatServicesOptions, 'context' | 'runtime' | 'workingDirectory'> {
  /** Surface as stored with sessions. */
  readonly source: string
}

/** Creates the services for commands on surfaces of the owner's machine. */
export function localServices(options: LocalServicesOptions): BuiltInServices {
  const { context, runtime, workingDirectory, source } = options
  const { io } = context
  return {
    ...hostServices(runtime, { source, workingDirectory, version: readVersion() }),
    facts: () => factsOf(runtime),
    handOver: (id, target, signal) => runtime.handOver(id, target, signal),
    chatNetworks: () => Object.keys(runtime.config.platforms),
    models: () => offeredModels(context),
    refreshModels: (signal) => refreshModels(context, signal),
    async saveDefault(reference) {
      const { paths } = runtime
      await saveModel(paths, (await loadConfig({ paths, variables: io.env })).config, reference)
    },
    personalities: () => listPersonalities(runtime.config),
    profile: { name: profileOf(runtime.paths), home: runtime.paths.home },
    diagnostics: async () => diagnosticsOf(runtime),
    writeFile: (name, text) => saveFile(workingDirectory, name, text),
  }
}

async function factsOf({ paths, tools, approvals, environment }: Runtime): Promise<readonly Fact[]> {
  const names = (await tools()).map(({ name }) => name)
  return [
    { name: 'Approvals', value: approvals.mode() },
    {
      name: 'Commands',
      value:
        environment.sandboxedBy === undefined
          ? `not sandboxed (${environment.id})`
          : `sandboxed by ${environment.sandboxedBy}`,
    },
    { name: 'Tools', value: names.join(', ') },
    { name: 'Home', value: paths.home },
    { name: 'Hermes', value: readVersion() },
  ]
}

/** Lists the models of the configured provider. */
export async function offeredModels({ io, values }: CommandContext) {
  const { paths, config, variables } = await openHome({ io, values }, loadUsableConfig)
  const catalog = openCatalog(paths, { variables, config })
  const rows = await modelsOfProvider({ config, variables, values, catalog })
  return rows.map(({ id: model, provider, price }) => ({
    model,
    provider,
    ...(price && { detail: formatPrice(price) }),
  }))
}

function diagnosticsOf({ paths, model }: Runtime): readonly Fact[] {
  return [
    { name: 'Hermes', value: readVersion() },
    { name: 'Node', value: process.versions.node },
    { name: 'System', value: `${platform()} ${release()} ${arch()}` },
    { name: 'Provider', value: `${model.provider}${model.isOffline ? ' (offline stand-in)' : ''}` },
    { name: 'Home', value: paths.home },
    { name: 'Logs', value: paths.logs },
  ]
}

/** Writes a file next to the agent's files. An existing file is kept. */
async function saveFile(folder: string, name: string, text: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? `hermes-${name}` : `hermes-${number}-${name}`)
    try {
      await writeFile(path, text, { flag: 'wx', mode: 0o600 })
      return path
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}
