import { describeError } from '@hermes/core'
import { createCredentialManager, loadUsableConfig, profileOf, tryModel } from '@hermes/runtime'
import { openForInspection } from '../../setup/open-for-inspection.js'
import type { HomeOptions } from '../../setup/open-home.js'
import { openHome } from '../../setup/open-home.js'
import { readVersion } from '../../version.js'

/** State of the setup, for people and programs. */
export interface Status {
  readonly version: string
  readonly profile: string
  readonly home: string
  readonly model: { readonly id: string; readonly provider: string; readonly isOffline: boolean }
  /** Result of a real call. Absent unless it was requested. */
  readonly answer?: { readonly works: boolean; readonly problem?: string }
  /** Providers with keys or logins. */
  readonly keys: readonly { readonly provider: string; readonly usable: number; readonly all: number }[]
  readonly tools: { readonly available: number; readonly unavailable: number; readonly off: number }
  readonly sandbox: string
  /** Why commands and file tools cannot work. Absent if they can. */
  readonly environmentProblem?: string
  readonly approvals: string
  readonly fallbacks: readonly string[]
  readonly mcpServers: readonly string[]
  readonly openQuestions: number
}

/** Opens everything that a chat would get. @param isDeep Whether to call the model once. */
export async function collectStatus(options: HomeOptions, isDeep: boolean): Promise<Status> {
  const { paths, config, variables } = await openHome(options, loadUsableConfig)
  await using runtime = await openForInspection(options, { isInspection: true })
  const { id, provider, isOffline } = runtime.model
  const tools = await runtime.describeTools()
  const count = (state: string) => tools.filter((tool) => tool.state === state).length
  return {
    version: readVersion(),
    profile: profileOf(paths),
    home: paths.home,
    model: { id, provider, isOffline },
    ...(isDeep && { answer: await ask({ paths, variables, config }) }),
    keys: await keysOf({ paths, variables, config }),
    tools: { available: count('available'), unavailable: count('unavailable'), off: count('off') },
    sandbox: runtime.environment.sandboxedBy ?? `none (${runtime.environment.id})`,
    ...(runtime.environmentProblem !== undefined && { environmentProblem: runtime.environmentProblem }),
    approvals: runtime.approvals.mode(),
    fallbacks: config.fallback_providers.map(({ provider: name, model }) => [name, model].filter(Boolean).join(' ')),
    mcpServers: Object.keys(config.mcp_servers),
    openQuestions: (await runtime.questions.open()).length,
  }
}

type Opened = Awaited<ReturnType<typeof openHome>>

async function ask({ paths, variables, config: { model } }: Pick<Opened, 'paths' | 'variables' | 'config'>) {
  const settings = {
    provider: model.provider,
    model: model.default,
    ...(model.base_url && { baseUrl: model.base_url }),
    ...(model.api_key && { apiKey: model.api_key }),
    ...(model.api_mode && { apiMode: model.api_mode }),
  }
  try {
    await tryModel({ paths, variables, settings, signal: AbortSignal.timeout(120_000) })
    return { works: true }
  } catch (error) {
    return { works: false, problem: describeError(error) }
  }
}

async function keysOf(home: Pick<Opened, 'paths' | 'variables' | 'config'>): Promise<Status['keys']> {
  const rows = await createCredentialManager(home).list()
  return [...Map.groupBy(rows, ({ provider }) => provider)].map(([provider, own]) => ({
    provider,
    usable: own.filter(({ status }) => status === 'ok').length,
    all: own.length,
  }))
}
