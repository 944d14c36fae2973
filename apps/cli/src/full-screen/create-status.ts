import { isDeepStrictEqual } from 'node:util'
import { sessionUsage } from '@hermes/conversations/stored'
import { type Cost, costOf, promptTokens, type SessionStore, type Usage } from '@hermes/core'
import type { Config, Runtime } from '@hermes/runtime'
import type { DrawStatus, SessionFacts } from '@hermes/tui'
import { type BackgroundSources, backgroundCounts } from '../chat/status/background-counts.js'
import { type ReadFacts, readFacts } from '../chat/status/read-facts.js'
import { sandboxState } from '../chat/status/sandbox-state.js'
import { statusLine } from '../render/screen/status-line.js'
import type { Style } from '../render/text/style.js'

interface StatusFolder extends BackgroundSources, Pick<Runtime, 'environment' | 'store'> {
  readonly approvals: Pick<Runtime['approvals'], 'mode'>
}

export interface StatusOptions {
  readonly fields: Config['display']['status_bar']['fields']
  readonly style: Style
  /** Focus mode, which hides tool calls. Default: tool calls are shown. */
  readonly focus?: { readonly isOn: boolean }
  /** Drafts that the user put aside. Default: none. */
  readonly drafts?: readonly string[]
  /** Returns a folder opened by a server in this process. Default: the server is remote. */
  readonly folderOf?: (workingDirectory: string) => StatusFolder | undefined
}

/** Age at which facts are read again, in milliseconds, because another branch may be checked out at any time. */
const factsAgeMs = 5_000

interface Known {
  readonly readAtMs: number
  readonly moment: string
  readonly facts: SlowFacts
}

interface SlowFacts extends ReadFacts {
  readonly usage?: Usage
  readonly cost?: Cost
}

/** Creates the chat's status line for the full screen. Facts from files and the store are read in the background, and drawn in a later frame. */
export function createStatus({ fields, style, focus, drafts = [], folderOf }: StatusOptions): DrawStatus {
  const startedAtMs = performance.now()
  const read = new Map<string, Known>()

  function slowFacts(session: SessionFacts, { store }: StatusFolder, redraw: () => void): SlowFacts {
    const { sessionId, workingDirectory } = session
    const known = read.get(sessionId)
    const readAtMs = performance.now()
    const moment = momentOf(session)
    if (known?.moment === moment && readAtMs - known.readAtMs <= factsAgeMs) return known.facts
    const reading: Known = { facts: known?.facts ?? {}, readAtMs, moment }
    read.set(sessionId, reading)
    void Promise.all([readFacts({ sessionId, workingDirectory, store, fields }), usageFacts(store, sessionId)])
      .then(([files, used]) => {
        const facts = { ...files, ...used }
        if (read.get(sessionId) !== reading || isDeepStrictEqual(facts, reading.facts)) return
        read.set(sessionId, { ...reading, facts })
        redraw()
      })
      // Facts that cannot be read now are read again later.
      .catch(() => undefined)
    return reading.facts
  }

  return (session, columns, redraw) => {
    const { sessionId, workingDirectory, model, contextWindow, contextTokens, title, approvals } = session
    const { latencyMs, tokensPerSecond, compressions, turnSinceMs, idleSinceMs } = session
    const nowMs = Date.now()
    const folder = folderOf?.(workingDirectory)
    const [row = ''] = statusLine(
      {
        model,
        ...(contextTokens > 0 && { contextTokens }),
        ...(contextWindow !== undefined && { contextWindow }),
        ...(title !== undefined && { title }),
        ...(folder && {
          ...slowFacts(session, folder, redraw),
          ...backgroundCounts(folder, sessionId),
          sandbox: sandboxState(folder.environment, sessionId, style.t),
        }),
        ...(latencyMs !== undefined && { latencyMs }),
        ...(tokensPerSecond !== undefined && { tokensPerSecond }),
        compressions,
        drafts: drafts.length,
        isFocused: focus?.isOn === true,
        ...(turnSinceMs !== undefined && { turnMs: nowMs - turnSinceMs }),
        ...(idleSinceMs !== undefined && { idleMs: nowMs - idleSinceMs }),
        isYolo: (approvals ?? folder?.approvals.mode(sessionId)) === 'off',
        elapsedMs: performance.now() - startedAtMs,
      },
      { fields, style, columns },
    )
    return row
  }
}

/** Returns a key that changes with each request, because requests spend tokens. */
function momentOf({ contextTokens, compressions, turnSinceMs, idleSinceMs, title }: SessionFacts): string {
  return JSON.stringify([contextTokens, compressions, turnSinceMs, idleSinceMs, title])
}

async function usageFacts(store: SessionStore, id: string): Promise<Pick<SlowFacts, 'usage' | 'cost'>> {
  const record = await store.sessions.get(id)
  if (!record) return {}
  const { usage } = await sessionUsage(store, record)
  const cost = costOf(usage)
  return { ...(promptTokens(usage) > 0 && { usage }), ...(cost && { cost }) }
}
