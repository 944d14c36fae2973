/** The running turns of this process, by who pays for them. */
export interface RunningTurns {
  of(payer: string): number
  /** Counts a turn. `ahead` is the number of turns that were already running. */
  begin(payer: string): { readonly ahead: number; readonly end: () => void }
}

export function createRunningTurns(): RunningTurns {
  const counts = new Map<string, number>()
  const of = (payer: string) => counts.get(payer) ?? 0
  return {
    of,
    begin(payer) {
      const ahead = of(payer)
      counts.set(payer, ahead + 1)
      return {
        ahead,
        end() {
          const left = of(payer) - 1
          if (left > 0) counts.set(payer, left)
          else counts.delete(payer)
        },
      }
    },
  }
}
