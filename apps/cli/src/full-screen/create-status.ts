import type { Config, Runtime } from '@hermes/runtime'
import type { DrawStatus } from '@hermes/tui'
import { gitBranch } from '../chat/git-branch.js'
import { sandboxState } from '../chat/sandbox-state.js'
import { statusLine } from '../render/status-line.js'
import type { Style } from '../render/style.js'

interface StatusFolder extends Pick<Runtime, 'environment'> {
  readonly approvals: Pick<Runtime['approvals'], 'mode'>
}

export interface StatusOptions {
  readonly fields: Config['display']['status_bar']['fields']
  readonly style: Style
  /** The folders that a server of this process has open. Default: the server is elsewhere. */
  readonly folderOf?: (workingDirectory: string) => StatusFolder | undefined
}

/** A branch may be checked out elsewhere at any time. */
const branchAgeMs = 5_000

interface KnownBranch {
  readonly readAtMs: number
  readonly name?: string
}

/** The status line of the chat, for the full screen. The branch is read in the background, and drawn with a later frame. */
export function createStatus({ fields, style, folderOf }: StatusOptions): DrawStatus {
  const startedAtMs = performance.now()
  const branches = new Map<string, KnownBranch>()

  function branchOf(folder: string): string | undefined {
    const known = branches.get(folder)
    const now = performance.now()
    if (!known || now - known.readAtMs > branchAgeMs) {
      branches.set(folder, { ...known, readAtMs: now })
      void gitBranch(folder).then((name) =>
        branches.set(folder, { readAtMs: now, ...(name !== undefined && { name }) }),
      )
    }
    return known?.name
  }

  return ({ sessionId, workingDirectory, model, contextWindow, contextTokens, title, approvals }, columns) => {
    const folder = folderOf?.(workingDirectory)
    const branch = folder && branchOf(workingDirectory)
    const [row = ''] = statusLine(
      {
        model,
        ...(contextTokens > 0 && { contextTokens }),
        ...(contextWindow !== undefined && { contextWindow }),
        ...(title !== undefined && { title }),
        ...(branch !== undefined && { gitBranch: branch }),
        ...(folder && { sandbox: sandboxState(folder.environment, sessionId, style.t) }),
        isYolo: (approvals ?? folder?.approvals.mode(sessionId)) === 'off',
        elapsedMs: performance.now() - startedAtMs,
      },
      { fields, style, columns },
    )
    return row
  }
}
