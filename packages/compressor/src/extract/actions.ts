import { type Action, type Deed, describeOutcome, type History } from './history.js'

/** Lists completed actions in order. Consecutive identical entries are merged with a count. */
export function completedActions({ deeds }: History): readonly string[] {
  const lines: { readonly text: string; times: number }[] = []
  for (const text of deeds.filter(isFinished).map(describeDeed)) {
    const last = lines.at(-1)
    if (last?.text === text) last.times += 1
    else lines.push({ text, times: 1 })
  }
  return lines.map(({ text, times }, index) => `${index + 1}. ${text}${times > 1 ? ` (${times} times)` : ''}`)
}

/** Returns the last calls that have no result. */
export function unfinishedActions({ actions }: History, most = 3): readonly Action[] {
  return actions.filter((action) => !isFinished(action)).slice(-most)
}

function isFinished(deed: Deed): boolean {
  return !('call' in deed) || deed.result !== undefined
}

function describeDeed(deed: Deed): string {
  return 'call' in deed ? `${deed.call}: ${describeOutcome(deed)}` : deed.text
}

/** Returns the calls whose latest result is a failure, oldest first. */
export function openFailures({ actions }: History, most = 8): readonly Action[] {
  const newest = new Map<string, Action>()
  for (const action of actions) {
    newest.delete(action.call)
    newest.set(action.call, action)
  }
  return [...newest.values()].slice(-30).filter(hasFailed).slice(-most)
}

export function hasFailed({ result }: Action): boolean {
  if (!result) return false
  return result.exitCode === undefined ? result.error !== undefined : result.exitCode !== 0
}
