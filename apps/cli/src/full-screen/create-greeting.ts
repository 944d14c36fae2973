import type { Runtime } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import type { FirstSession } from '@hermes/tui'
import { type BannerOptions, banner } from '../chat/start/banner.js'
import { createStyle } from '../render/text/style.js'
import { readVersion } from '../version.js'

interface GreetingFolder extends Pick<Runtime, 'warnings'> {
  readonly environment: Pick<Runtime['environment'], 'sandboxedBy'>
}

export interface GreetingOptions {
  readonly t: Translate
  readonly agentName: string
  /** Returns a folder opened by a server in this process. Default: the server is remote. */
  readonly folderOf?: (workingDirectory: string) => GreetingFolder | undefined
  /** Warnings about the home that are known so far. */
  readonly warnings: readonly string[]
}

/** Creates the greeting of a session: the banner of the chat if it is new, and the warnings of its folder. */
export function createGreeting(options: GreetingOptions): NonNullable<FirstSession['greet']> {
  return ({ model, workingDirectory, isStored }) => {
    const folder = options.folderOf?.(workingDirectory)
    const warnings = [...options.warnings, ...(folder?.warnings ?? [])].map(
      (text) => ({ tone: 'warning', text }) as const,
    )
    if (isStored || model === undefined) return warnings
    const text = newSession(options, { model, workingDirectory, sandboxedBy: folder?.environment.sandboxedBy })
    return [{ tone: 'info', text }, ...warnings]
  }
}

/** Renders the banner of a new session with the facts that are known. */
export function newSession(
  { t, agentName }: Pick<GreetingOptions, 't' | 'agentName'>,
  facts: Pick<BannerOptions, 'model' | 'workingDirectory' | 'sandboxedBy'>,
): string {
  // The screen itself applies the colors.
  const style = createStyle(false, t)
  return banner({ ...facts, version: readVersion(), sessionId: undefined, agentName, style }).trimEnd()
}
