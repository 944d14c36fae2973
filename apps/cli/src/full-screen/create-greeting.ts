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
  /** The folders that a server of this process has open. Default: the server is elsewhere. */
  readonly folderOf?: (workingDirectory: string) => GreetingFolder | undefined
  /** What the person is told about their home, as far as it is known by then. */
  readonly warnings: readonly string[]
}

/** What a session begins with: the banner of the chat if the session is new, and the warnings of its folder. */
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

/** The banner of a new session, with what is known of it. */
export function newSession(
  { t, agentName }: Pick<GreetingOptions, 't' | 'agentName'>,
  facts: Pick<BannerOptions, 'model' | 'workingDirectory' | 'sandboxedBy'>,
): string {
  // The screen has the colours.
  const style = createStyle(false, t)
  return banner({ ...facts, version: readVersion(), sessionId: undefined, agentName, style }).trimEnd()
}
