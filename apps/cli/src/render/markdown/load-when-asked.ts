import type { Style } from '../text/style.js'

/**
 * Loads something in the background on first use. A terminal without colors never loads it.
 * @returns a function that returns the loaded value, or `undefined` until then and if it cannot be loaded.
 */
export function loadWhenAsked<Value>(style: Style, load: () => Promise<Value>): () => Value | undefined {
  let loaded: Value | undefined
  let isAsked = false
  return () => {
    if (!isAsked && style.isEnabled) {
      isAsked = true
      load().then(
        (value) => {
          loaded = value
        },
        () => undefined,
      )
    }
    return loaded
  }
}
