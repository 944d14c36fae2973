import type { StartTimer } from '@hermes/core/questions'

/** A sleep that can be cut short. A wake-up between two sleeps ends the next one. */
export interface Doze {
  wake(): void
  sleep(ms: number): Promise<void>
}

export function createDoze(startTimer: StartTimer): Doze {
  let isAwake = false
  let end: (() => void) | undefined
  return {
    wake() {
      isAwake = true
      end?.()
    },
    async sleep(ms) {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const cancel = startTimer(resolve, ms)
          end = () => {
            cancel()
            resolve()
          }
        })
      }
      end = undefined
      isAwake = false
    },
  }
}
