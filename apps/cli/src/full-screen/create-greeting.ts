import type { Runtime } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import type { Greet } from '@hermes/tui'
import { banner } from '../chat/banner.js'
import { createStyle } from '../render/style.js'
import { readVersion } from '../version.js'

interface GreetingFolder extends Pick<Runtime, 'warnings'> {
  readonly environment: Pick<Runtime['environment'], 'sandboxedBy'>
}

export interface GreetingOptions {
  readonly t: Translate
  readonly agentName: string
  /** The folders that a server of this process has open. Default: the server is elsewhere. */
  readonly folderOf?: (workingDirectory: string) => GreetingFolder | undefined
}

/** What a session begins with: the banner of the chat if the session is new, and the warnings of its folder. */
export function createGreeting({ t, agentName, folderOf }: GreetingOptions): Greet {
  return ({ model, workingDirectory, isStored }) => {
    const folder = folderOf?.(workingDirectory)
    const warnings = (folder?.warnings ?? []).map((text) => ({ tone: 'warning', text }) as const)
    if (isStored || model === undefined) return warnings
    const shown = banner({
      version: readVersion(),
      model,
      sessionId: undefined,
      workingDirectory,
      sandboxedBy: folder?.environment.sandboxedBy,
      agentName,
      // The screen has the colours.
      style: createStyle(false, t),
    })
    return [{ tone: 'info', text: shown.trimEnd() }, ...warnings]
  }
}
